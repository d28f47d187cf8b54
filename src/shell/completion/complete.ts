/** Completion of a command line: commands, and the words of each as its own tables say. */
import { completeEtcdctl, type KnownToEtcd } from '../../etcdctl/complete.ts';
import { completeKubectl } from '../../kubectl/completion/complete.ts';
import { beginning, pathCandidates } from '../../kubectl/completion/paths.ts';
import type { Candidate, Known } from '../../kubectl/completion/types.ts';
import { faultFlags, faultNames } from '../commands/fault-words.ts';
import { commandNames } from '../commands/registry.ts';
import { typedWords } from './words.ts';

export type { Known, KnownObject, KnownResource } from '../../kubectl/completion/types.ts';

export interface Completion {
  /** Where the word begins that the candidates take the place of. */
  readonly from: number;
  readonly candidates: readonly Candidate[];
}

/** What there is to complete from. */
export interface KnownToShell extends Known, KnownToEtcd {
  /** What faults may be given. */
  components(): readonly string[];
  /** Faults that last. */
  faults(): readonly string[];
}

/** More than these are not listed. */
const most = 400;

/** `cursor`: from 0, in UTF-16 units. */
export function complete(line: string, cursor: number, known: KnownToShell): Completion {
  const { words, partial, from, redirect } = typedWords(line, cursor);
  const [command, ...rest] = words;
  const files = (): readonly Candidate[] => pathCandidates(known.files(), partial.replace(/^(?:\.\/)+/, ''));
  const candidates = redirect ? files() : command === undefined ? beginning(allCommands(), partial) : behind(command, rest);
  return { from, candidates: candidates.slice(0, most).map(escaped) };

  function behind(name: string, args: readonly string[]): readonly Candidate[] {
    switch (name) {
      case 'kubectl':
      case 'k':
        return completeKubectl(args, partial, known);
      case 'etcdctl':
      case 'etcdutl':
        return completeEtcdctl(name, args, partial, known);
      case 'converge':
        return args[0] === 'incident' ? beginning(args.length === 1 ? ['begin', 'end'] : [], partial) : fault(args, partial, known);
      default:
        return files();
    }
  }
}

const allCommands = (): readonly string[] => [...commandNames(), 'for', 'while', 'if', 'clear', 'history'];

function fault(args: readonly string[], partial: string, known: KnownToShell): readonly Candidate[] {
  const [topic, action, name, ...behind] = args;
  if (topic === undefined) return beginning(['fault', 'incident'], partial);
  if (action === undefined) return beginning(['add', 'heal', 'list'], partial);
  if (action === 'heal') return beginning(['--all', ...known.faults()], partial);
  if (action !== 'add') return [];
  if (name === undefined) return beginning(faultNames, partial);
  if (partial.startsWith('-')) return beginning(faultFlags(name).map((flag) => `--${flag}=`), partial).map(open);
  if (name === 'disk' && behind.length === 1) return beginning(['slow', 'full', 'lost', 'torn'], partial);
  return beginning(known.components(), partial);
}

const open = ({ text }: Candidate): Candidate => ({ text, open: true });

/** As it has to be typed. */
function escaped(candidate: Candidate): Candidate {
  const text = candidate.text.replace(/[ '"\\$&|;<>()*?]/g, '\\$&');
  return text === candidate.text ? candidate : { shown: candidate.text, ...candidate, text };
}
