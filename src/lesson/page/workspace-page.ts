/** Files that are edited and run in a page's session: built-in controllers opened as text, and the learner's own. */
import type { SavedInside } from '../../runtimes/runtime.ts';
import type { InputRequest, InputResult, Problem } from '../../session/types.ts';
import { type BuiltIn, ownerOf } from '../editor/built-in.ts';
import type { SavedCode, SavedProgram } from './code-autosave.ts';
import { createStore, type Store } from './store.ts';

export interface WorkspaceState {
  /** As they stand in the editor, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** What each built-in's file is when nobody has changed it. */
  readonly builtIn: Readonly<Record<string, string>>;
  /** Path of the file that is shown. */
  readonly open: string | undefined;
  /** Controllers and plugins that run code of this workspace. */
  readonly runs: readonly string[];
  /** Files as they were saved last; one that isn't here never was. */
  readonly saved: Readonly<Record<string, string>>;
  readonly busy: boolean;
  /** One line under the editor. */
  readonly message: string;
  /** Where it can't be run. */
  readonly problem?: Problem;
  /** What was saved in the container while another text stood here. */
  readonly theirs: Readonly<Record<string, string>>;
  /** Raised when a text was replaced from outside the editor. */
  readonly generation: number;
}

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
  /** Closes the files of a built-in that nobody has changed; what was changed stays open. */
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

const namePattern = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|yaml|yml|json|txt|sh)$/;

export function createWorkspacePage(parts: WorkspaceParts): WorkspacePage {
  const store = createStore<WorkspaceState>({
    ...{ files: {}, builtIn: {}, open: undefined, runs: [], saved: {}, busy: false, message: '', theirs: {} },
    generation: 0,
  });
  /** As it is kept: what a session that begins anew runs again. */
  let ran: Readonly<Record<string, SavedProgram>> = {};
  let all: readonly BuiltIn[] = [];

  function patch(change: Partial<WorkspaceState>): void {
    const { problem: _, ...rest } = store.value;
    store.set({ ...rest, ...change });
    if (change.files !== undefined || change.open !== undefined)
      parts.keep?.({ files: changedFiles(store.value), open: store.value.open });
  }
  function keepRan(next: Readonly<Record<string, SavedProgram>>): void {
    ran = next;
    parts.keep?.({ ran });
  }
  function tell(message: string, change: Partial<WorkspaceState> = {}): void {
    patch({ message, ...change });
    parts.say(message);
  }
  function without(path: string): Readonly<Record<string, string>> {
    const { [path]: _, ...rest } = store.value.files;
    return rest;
  }
  function nameError(path: string): string | undefined {
    if (!namePattern.test(path)) return 'A name such as order.ts or lib/order.ts: letters, digits, - and _, and an ending.';
    return store.value.files[path] === undefined ? undefined : `There is a file ${path} already.`;
  }

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    const { saved } = store.value;
    for (const [path, text] of Object.entries(files)) {
      if (saved[path] === text) continue;
      const { outputs } = await parts.run({ type: 'edit', path, text });
      const refused = outputs.find((output) => output.type === 'error');
      if (refused !== undefined) throw new Error(placed(refused));
    }
    store.patch({ theirs: {}, saved: { ...store.value.saved, ...files } });
  }

  /** What is built in, unless it can't be had. */
  async function known(): Promise<void> {
    if (all.length === 0) all = await parts.builtIns().catch(() => []);
  }

  async function save(path: string): Promise<void> {
    if (store.value.busy) return;
    patch({ busy: true, message: '' });
    const { files } = store.value;
    try {
      await known();
      await write(files);
      const program = programOf(path, store.value.files, all);
      if (program === undefined) return tell(`${path} is saved.`, { busy: false });
      const { outputs } = await parts.run({ type: 'swap', ...program });
      const problem = outputs.find((output) => output.type === 'error');
      if (problem !== undefined) return tell(placed(problem), { busy: false, problem });
      const runs = [...new Set([...store.value.runs, program.controller])];
      keepRan({ ...ran, [program.controller]: { entry: program.entry, files: filesOf(program.entry, files) } });
      tell(`${title(program.controller)} runs from here now.`, { busy: false, runs });
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), { busy: false });
    }
  }

  return {
    get value() {
      return store.value;
    },
    subscribe: store.subscribe,
    async openBuiltIn(name) {
      try {
        all = await parts.builtIns();
        const built = all.find((each) => each.name === name);
        if (built === undefined) return tell(`There is no controller ${name}.`);
        const { files, builtIn } = store.value;
        patch({ files: { ...built.files, ...files }, builtIn: { ...builtIn, ...built.files }, open: built.entry });
        parts.say(`${title(name)}: ${Object.keys(built.files).length} files.`);
      } catch (error) {
        tell(error instanceof Error ? error.message : String(error));
      }
    },
    show: (path) => patch({ open: path }),
    edit(path, text) {
      if (store.value.files[path] !== text) patch({ files: { ...store.value.files, [path]: text } });
    },
    replace(path, text) {
      patch({ files: { ...store.value.files, [path]: text }, generation: store.value.generation + 1 });
    },
    add(path, text = '') {
      const wrong = nameError(path);
      if (wrong === undefined) patch({ files: { ...store.value.files, [path]: text }, open: path });
      return wrong;
    },
    async rename(path, to) {
      const wrong = path === to ? undefined : nameError(to);
      const text = store.value.files[path];
      if (wrong !== undefined || text === undefined || path === to) return wrong;
      const entries = Object.entries(store.value.files).map(([name, each]) => [name === path ? to : name, each] as const);
      patch({ files: Object.fromEntries(entries), open: to });
      await forget(path);
      return undefined;
    },
    async remove(path) {
      patch({ files: without(path), open: nextTo(path, Object.keys(store.value.files)) });
      await forget(path);
    },
    close(path) {
      const built = ownerOf(path, all);
      const { files, builtIn } = store.value;
      const shut = Object.keys(built?.files ?? {}).filter((each) => files[each] === builtIn[each]);
      const left = Object.fromEntries(Object.entries(files).filter(([each]) => !shut.includes(each)));
      patch({ files: left, open: Object.keys(left)[0] });
    },
    save,
    async restore(path) {
      const program = programOf(path, store.value.files, all);
      if (program === undefined) return;
      await parts.run({ type: 'unswap', controller: program.controller });
      const { [program.controller]: _, ...others } = ran;
      keepRan(others);
      tell(`${title(program.controller)} is the built-in one again.`, {
        runs: store.value.runs.filter((name) => name !== program.controller),
      });
    },
    heard(controllers) {
      // Told while nothing is saved here: the session stands elsewhere, and its files may be others.
      store.patch(store.value.busy ? { runs: controllers } : { runs: controllers, saved: {} });
    },
    async bringBack(kept) {
      ran = kept.ran;
      const paths = Object.keys(kept.files);
      if (paths.length > 0) await known();
      const owners = new Set([...paths, kept.open ?? ''].flatMap((path) => ownerOf(path, all) ?? []));
      const built = Object.assign({}, ...[...owners].map((owner) => owner.files));
      const { files, builtIn, open } = store.value;
      const whole = { ...built, ...kept.files, ...files };
      const first = kept.open !== undefined && whole[kept.open] !== undefined ? kept.open : Object.keys(whole)[0];
      store.patch({ files: whole, builtIn: { ...built, ...builtIn }, open: open ?? first });
    },
    savedInside({ path, text, before }) {
      const { files, saved, theirs, generation } = store.value;
      const mine = files[path];
      const { [path]: was, ...others } = saved;
      const { [path]: _, ...otherTheirs } = theirs;
      if (text === null) {
        store.patch({ saved: others });
        if (mine !== undefined) tell(`${path} was removed in the container. Save puts it back.`);
      } else if (mine === text) store.patch({ saved: { ...saved, [path]: text } });
      else if (mine === undefined) {
        if (namePattern.test(path)) patch({ files: { ...files, [path]: text }, saved: { ...saved, [path]: text } });
      } else if (mine === before || mine === was) {
        const known = { files: { ...files, [path]: text }, saved: { ...saved, [path]: text }, theirs: otherTheirs };
        tell(`${path} stands here as it was saved in the container. Save runs it.`, { ...known, generation: generation + 1 });
      } else tell(`${path} was saved in the container, and isn’t what stands here: Compare shows both.`, { theirs: { ...theirs, [path]: text } });
    },
  };

  async function forget(path: string): Promise<void> {
    const { [path]: was, ...saved } = store.value.saved;
    store.patch({ saved });
    if (was !== undefined) await parts.run({ type: 'edit', path, text: null });
  }
}

/** What a swap of this file names: the built-in it belongs to, or the controller that it or its folder's index.ts defines. */
export function programOf(
  path: string,
  files: Readonly<Record<string, string>>,
  all: readonly BuiltIn[],
): { readonly controller: string; readonly entry: string } | undefined {
  const built = ownerOf(path, all);
  if (built !== undefined) return { controller: built.name, entry: built.entry };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const entry of [path, `${folder}index.ts`]) {
    const text = files[entry];
    const name = text === undefined || !entry.endsWith('.ts') ? undefined : /\bname:\s*['"]([\w-]+)['"]/.exec(text)?.[1];
    if (name === undefined || text === undefined) continue;
    if (/\breconcile\b/.test(text)) return { controller: name, entry };
    if (/\b(?:filter|score|preFilter|preEnqueue|bind)\s*[(:]/.test(text)) return { controller: `scheduler/${name}`, entry };
  }
  return undefined;
}

/** What a program needs beside its entry: its folder, and what lies in no built-in's. */
function filesOf(entry: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const apart = /^(?:controllers|scheduler\/plugins)\//;
  return Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(folder) || !apart.test(path)));
}

/** Files that aren't as they are built in. */
function changedFiles({ files, builtIn }: Pick<WorkspaceState, 'files' | 'builtIn'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).filter(([path, text]) => builtIn[path] !== text));
}

function nextTo(path: string, paths: readonly string[]): string | undefined {
  const at = paths.indexOf(path);
  return paths[at + 1] ?? paths[at - 1];
}

function title(controller: string): string {
  return controller.startsWith('scheduler/') ? `The plugin ${controller.slice(10)}` : `The controller ${controller}`;
}

function placed({ title: words, file, line, hint }: Problem): string {
  const where = line === undefined ? '' : ` (${file === undefined ? 'line ' : `${file}:`}${line})`;
  return `${words}${where}${hint === '' ? '' : `. ${hint}`}`;
}
