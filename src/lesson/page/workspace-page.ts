/**
 * Files that are edited and run in a page's session: built-in controllers opened as text, and the learner's own. `workspace-machine.ts`
 * decides; this file carries out.
 */
import type { SavedInside } from '../../runtimes/runtime.ts';
import type { InputRequest, InputResult, Problem } from '../../session/types.ts';
import type { BuiltIn } from '../editor/built-in.ts';
import { createMachine, type Machine } from '../machine.ts';
import type { SavedCode } from './code-autosave.ts';
import { createStore, type Store } from './store.ts';
import { nameError } from './workspace-files.ts';
import { emptyWorkspace, programAt, stepWorkspace, type WorkspaceEffect, type WorkspaceEvent, type WorkspaceState } from './workspace-machine.ts';
import { tr } from '../words/words.ts';
import { trSaid } from '../words/said.ts';

export interface WorkspacePage extends Store<WorkspaceState> {
  /** Opens all files of a built-in: what was changed in them stays. */
  openBuiltIn(name: string): Promise<void>;
  show(path: string): void;
  edit(path: string, text: string): void;
  /** Replaces the text from outside the editor. */
  replace(path: string, text: string): void;
  /** Words why not, or undefined when it was done. */
  add(path: string, text?: string): string | undefined;
  rename(path: string, to: string): Promise<string | undefined>;
  remove(path: string): Promise<void>;
  /** Closes the files of a built-in that weren't changed; what was changed stays open. */
  close(path: string): void;
  /** Writes what has changed into the session and runs what the file belongs to. */
  save(path: string): Promise<void>;
  /** Puts the built-in back that this file's runs in the place of. */
  restore(path: string): Promise<void>;
  /** What runs code of the workspace now: the session began anew, stands elsewhere, or something was swapped. */
  heard(controllers: readonly string[]): void;
  /** A file was saved or removed in the container. */
  savedInside(saved: SavedInside): void;
  /** Brings back what was kept. What has been opened or typed meanwhile stays. */
  bringBack(kept: SavedCode): Promise<void>;
}

export interface WorkspaceParts {
  run(input: InputRequest): Promise<InputResult>;
  builtIns(): Promise<readonly BuiltIn[]>;
  say(text: string): void;
  /** Keeps what has changed of it. */
  keep?(change: Partial<SavedCode>): void;
}

type Workspace = Machine<WorkspaceState, WorkspaceEvent>;

export function createWorkspacePage(parts: WorkspaceParts): WorkspacePage {
  const store = createStore<WorkspaceState>(emptyWorkspace);
  const workspace: Workspace = createMachine(emptyWorkspace, stepWorkspace, perform, store.set);
  /** What `save` and `remove` wait for. */
  let underWay = Promise.resolve();

  function perform(effect: WorkspaceEffect): void {
    switch (effect.type) {
      case 'keep':
        parts.keep?.(effect.change);
        break;
      case 'say':
        parts.say(effect.text);
        break;
      case 'save':
        underWay = save(parts, workspace, effect.path, effect.files);
        break;
      case 'remove':
        underWay = parts.run({ type: 'edit', path: effect.path, text: null }).then(() => undefined);
        break;
    }
  }
  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    ...eventsOf(workspace),
    async openBuiltIn(name) {
      try {
        workspace.send({ type: 'read', all: await parts.builtIns() });
        workspace.send({ type: 'open-built-in', name });
      } catch (error) {
        workspace.send({ type: 'unreadable', words: sentence(error) });
      }
    },
    add(path, text = '') {
      const wrong = nameError(path, workspace.state.files);
      if (wrong === undefined) workspace.send({ type: 'added', path, text });
      return wrong;
    },
    async rename(path, to) {
      const wrong = path === to ? undefined : nameError(to, workspace.state.files);
      if (wrong !== undefined) return wrong;
      workspace.send({ type: 'renamed', path, to });
      await underWay;
      return undefined;
    },
    async remove(path) {
      workspace.send({ type: 'removed', path });
      await underWay;
    },
    async save(path) {
      workspace.send({ type: 'save', path });
      await underWay;
    },
    async restore(path) {
      const program = programAt(workspace.state, path);
      if (program === undefined) return;
      await parts.run({ type: 'unswap', controller: program.controller });
      workspace.send({ type: 'restored', controller: program.controller });
    },
    async bringBack(kept) {
      if (Object.keys(kept.files).length > 0) await readBuiltIns(parts, workspace);
      workspace.send({ type: 'brought-back', kept });
    },
  };
}

/** What only informs the workspace. */
function eventsOf({ send }: Workspace): Pick<WorkspacePage, 'show' | 'edit' | 'replace' | 'close' | 'heard' | 'savedInside'> {
  return {
    show: (path) => send({ type: 'show', path }),
    edit: (path, text) => send({ type: 'edited', path, text }),
    replace: (path, text) => send({ type: 'replaced', path, text }),
    close: (path) => send({ type: 'closed', path }),
    heard: (controllers) => send({ type: 'swapped', controllers }),
    savedInside: (saved) => send({ type: 'saved-inside', saved }),
  };
}

/** What is built in, unless it can't be had. */
async function readBuiltIns(parts: WorkspaceParts, workspace: Workspace): Promise<void> {
  if (workspace.state.all.length === 0) workspace.send({ type: 'read', all: await parts.builtIns().catch(() => []) });
}

/** Writes the files, and swaps what this one belongs to. */
async function save(parts: WorkspaceParts, workspace: Workspace, path: string, files: WorkspaceState['files']): Promise<void> {
  try {
    await readBuiltIns(parts, workspace);
    await write(parts, workspace.state.saved, files);
    workspace.send({ type: 'written', files });
    const program = programAt(workspace.state, path);
    if (program === undefined) return workspace.send({ type: 'saved', path });
    const { outputs } = await parts.run({ type: 'swap', ...program });
    const problem = outputs.find((output) => output.type === 'error');
    if (problem === undefined) workspace.send({ type: 'runs', program, files });
    else workspace.send({ type: 'failed', words: placed(problem), problem });
  } catch (error) {
    workspace.send({ type: 'failed', words: sentence(error) });
  }
}

/** Writes what isn't in the session yet. @throws Error with the session's words when it refuses a file. */
async function write(parts: WorkspaceParts, saved: WorkspaceState['saved'], files: WorkspaceState['files']): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    if (saved[path] === text) continue;
    const { outputs } = await parts.run({ type: 'edit', path, text });
    const refused = outputs.find((output) => output.type === 'error');
    if (refused !== undefined) throw new Error(placed(refused));
  }
}

function placed({ title: words, file, line, hint }: Problem): string {
  const where = line === undefined ? '' : ` (${file === undefined ? tr('line {line}', { line }) : `${file}:${line}`})`;
  return `${words}${where}${hint === '' ? '' : `. ${hint}`}`;
}

const sentence = (error: unknown): string => trSaid(error instanceof Error ? error.message : String(error));
