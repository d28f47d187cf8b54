/**
 * What kubectl would take next. Verbs and flags come from the tables it parses with; what a verb's words are, from the usage it prints
 * (`TYPE NAME`, `POD`, `NODE`); names, from what is known of the cluster.
 */
import type { Verb } from '../command.ts';
import type { Flag } from '../flags.ts';
import { descend, flagsOf, takeWord } from '../kubectl.ts';
import { loadedVerbs } from '../verbs/registry.ts';
import { assigned, flagCandidates, type Split, splitWords } from './flags.ts';
import { beginning, pathCandidates } from './paths.ts';
import type { Candidate, Known, KnownObject, KnownResource } from './types.ts';

/** `words`: behind `kubectl`, in front of the word being typed, of which `partial` is there. */
export function completeKubectl(words: readonly string[], partial: string, known: Known): readonly Candidate[] {
  const { word, rest } = takeWord(words);
  const verbs = loadedVerbs();
  const top = verbs.find((verb) => verb.name === word || verb.aliases?.includes(word ?? ''));
  if (top === undefined) {
    if (word !== undefined) return [];
    const split = splitWords(words, flagsOf({ name: '', short: '', usage: '' }));
    const names = verbs.filter(({ refusal }) => refusal === undefined).map(({ name }) => name);
    return flagOr(partial, split, known, () => beginning([...names, 'help', 'options'], partial));
  }
  const { verb, words: behind, path } = descend(top, rest);
  const split = splitWords(behind, flagsOf(verb));
  if (verb.children !== undefined && split.args.length === 0 && split.open === undefined && !partial.startsWith('-'))
    return beginning([...verb.children.map(({ name }) => name)], partial);
  return flagOr(partial, split, known, () => argument(verb, path, split, partial, known), verb);
}

/** A flag, a flag's value, or else. */
function flagOr(
  partial: string,
  split: Split,
  known: Known,
  otherwise: () => readonly Candidate[],
  verb: Verb = { name: '', short: '', usage: '' },
): readonly Candidate[] {
  if (split.ended) return [];
  if (split.open !== undefined) return flagValue(split.open, partial, split, verb, known);
  const given = assigned(partial, flagsOf(verb));
  if (given !== undefined)
    return flagValue(given.flag, given.value, split, verb, known).map((each) => ({
      ...each,
      text: given.head + each.text,
      shown: each.shown ?? each.text,
    }));
  return partial.startsWith('-') ? flagCandidates(flagsOf(verb), partial) : otherwise();
}

/** A word that is no flag, by what the usage calls it. */
function argument(verb: Verb, path: string, split: Split, partial: string, known: Known): readonly Candidate[] {
  const { args } = split;
  const { usage } = verb;
  if (/<file-spec/.test(usage)) {
    const pods = namesOf('pods', split, known).map((name) => `${name}:`);
    return [
      ...pathCandidates(known.files(), partial),
      ...beginning(pods, partial).map(({ text }) => ({ text, open: true })),
    ];
  }
  if (/^VERB /.test(usage)) {
    if (args.length === 0) return beginning(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'], partial);
    return args.length === 1 ? typesOf(partial, known) : [];
  }
  if (/^NODE$/.test(usage)) return beginning(namesOf('nodes', split, known), partial);
  if (/^\[?NAME/.test(usage)) {
    // `top pod NAME` names one there is, `create deployment NAME` a new one.
    const own = usage.startsWith('[') ? path.split(' ').at(-1) : undefined;
    return own === undefined ? [] : beginning(namesOf(own, split, known), partial);
  }
  const slash = partial.indexOf('/');
  if (slash > 0 && /TYPE|RESOURCE|POD/.test(usage)) {
    const head = partial.slice(0, slash + 1);
    const names = namesOf(partial.slice(0, slash), split, known).map((name) => head + name);
    return beginning(names, partial).map(({ text }) => ({ text, shown: text }));
  }
  const [first] = args;
  if (/\(POD/.test(usage)) {
    if (first === undefined) return beginning(namesOf('pods', split, known), partial);
    return args.length === 1 && /\[-c/.test(usage) ? beginning(containersOf(split, verb, known), partial) : [];
  }
  if (!/TYPE|RESOURCE|^NODE NAME/.test(usage)) return [];
  if (first === undefined) return typesOf(partial, known);
  const named = first.includes('/') ? 1 : 2;
  if (/CONTAINER_NAME/.test(usage) && args.length >= named)
    return beginning(
      containersOf(split, verb, known).map((name) => `${name}=`),
      partial,
    ).map(({ text }) => ({ text, open: true }));
  if (/^TYPE \[/.test(usage)) return [];
  if (first.includes('/')) return /\.\.\./.test(usage) ? typesOf(partial, known) : [];
  return beginning(
    namesOf(first, split, known).filter((name) => !args.slice(1).includes(name)),
    partial,
  );
}

function flagValue(flag: Flag, partial: string, split: Split, verb: Verb, known: Known): readonly Candidate[] {
  if (flag.values !== undefined)
    return beginning(flag.values, partial).map(({ text }) => ({ text, ...(text.endsWith('=') && { open: true }) }));
  switch (flag.name) {
    case 'namespace':
      return beginning(
        known.objects('Namespace').map(({ name }) => name),
        partial,
      );
    case 'container':
      return beginning(containersOf(split, verb, known), partial);
    case 'selector': {
      const comma = partial.lastIndexOf(',') + 1;
      const found = labelsOf(split, verb, known).map((label) => partial.slice(0, comma) + label);
      return beginning(found, partial);
    }
    case 'for':
      return typesOf(partial, known);
    default:
      return /file|from-env/.test(flag.name) ? pathCandidates(known.files(), partial) : [];
  }
}

/** `pods`, also behind a comma: `rs,po`. */
function typesOf(partial: string, known: Known): readonly Candidate[] {
  const comma = partial.lastIndexOf(',') + 1;
  const head = partial.slice(0, comma);
  const found = beginning(
    known.resources().map(({ plural }) => plural),
    partial.slice(comma),
  );
  return head === '' ? found : found.map(({ text }) => ({ text: head + text, shown: text }));
}

function resourceOf(word: string, known: Known): KnownResource | undefined {
  const [name = ''] = word.toLowerCase().split(/[.,]/);
  const all = known.resources();
  return (
    all.find(({ plural, singular }) => plural === name || singular === name) ??
    all.find(({ shortNames, kind }) => shortNames.includes(name) || kind.toLowerCase() === name)
  );
}

function objectsOf(word: string, split: Split, known: Known): readonly KnownObject[] {
  const resource = resourceOf(word, known);
  if (resource === undefined) return [];
  const own = split.values.get('namespace') || known.namespace?.(split.values.get('context') ?? '') || 'default';
  const namespace = split.values.has('all-namespaces') ? undefined : own;
  const all = known.objects(resource.kind);
  return resource.namespaced && namespace !== undefined ? all.filter((each) => each.namespace === namespace) : all;
}

const namesOf = (word: string, split: Split, known: Known): readonly string[] =>
  objectsOf(word, split, known).map(({ name }) => name);

/** Of the object that the words name: a pod, or what makes pods. */
function containersOf(split: Split, verb: Verb, known: Known): readonly string[] {
  const [first = '', second = ''] = split.args;
  const slash = first.indexOf('/');
  const bare = /\(POD/.test(verb.usage);
  const type = slash > 0 ? first.slice(0, slash) : bare ? 'pods' : first;
  const name = slash > 0 ? first.slice(slash + 1) : bare ? first : second;
  return objectsOf(type, split, known).find((each) => each.name === name)?.containers ?? [];
}

/** `app=web`, of the objects that are asked for. */
function labelsOf(split: Split, verb: Verb, known: Known): readonly string[] {
  const type = /\(POD|\[-f\]/.test(verb.usage) ? 'pods' : (split.args[0] ?? 'pods');
  return objectsOf(type, split, known).flatMap(({ labels }) =>
    Object.entries(labels).map(([key, value]) => `${key}=${value}`),
  );
}
