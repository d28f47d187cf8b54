/** The workspace of a page as a state machine: files that are edited and run, what is kept of them, and the container's own versions. */
import type { SavedInside } from '../../runtimes/runtime.ts';
import type { Problem } from '../../session/types.ts';
import { type BuiltIn, ownerOf } from '../editor/built-in.ts';
import type { Step } from '../machine.ts';
import type { SavedCode, SavedProgram } from './code-autosave.ts';
import { filesOf, nameError, nextTo, type Program, programOf, title } from './workspace-files.ts';
import { tr } from '../words/words.ts';

type Files = Readonly<Record<string, string>>;

export interface WorkspaceState {
  /** As they stand in the editor, by path. */
  readonly files: Files;
  /** Each built-in's files as they are built in. */
  readonly builtIn: Files;
  /** What is built in, once it has been needed. */
  readonly all: readonly BuiltIn[];
  /** Path of the file that is shown. */
  readonly open: string | undefined;
  /** Controllers and plugins that run code of this workspace. */
  readonly runs: readonly string[];
  /** As they are kept: what a session that begins anew runs again. */
  readonly ran: Readonly<Record<string, SavedProgram>>;
  /** Files as they were saved last; one that isn't here never was. */
  readonly saved: Files;
  readonly busy: boolean;
  /** One line under the editor. */
  readonly message: string;
  /** Where it can't be run. */
  readonly problem?: Problem;
  /** What was saved in the container while another text stood here. */
  readonly theirs: Files;
  /** Raised when a text was replaced from outside the editor. */
  readonly generation: number;
}

export type WorkspaceEvent =
  /** What is built in has been read, or could not be. */
  | { readonly type: 'read'; readonly all: readonly BuiltIn[] }
  | { readonly type: 'unreadable'; readonly words: string }
  | { readonly type: 'open-built-in'; readonly name: string }
  | { readonly type: 'show'; readonly path: string }
  | { readonly type: 'edited'; readonly path: string; readonly text: string }
  /** The text was replaced from outside the editor. */
  | { readonly type: 'replaced'; readonly path: string; readonly text: string }
  | { readonly type: 'added'; readonly path: string; readonly text: string }
  | { readonly type: 'renamed'; readonly path: string; readonly to: string }
  | { readonly type: 'removed'; readonly path: string }
  | { readonly type: 'closed'; readonly path: string }
  | { readonly type: 'save'; readonly path: string }
  /** These are in the session now. */
  | { readonly type: 'written'; readonly files: Files }
  | { readonly type: 'saved'; readonly path: string }
  | { readonly type: 'runs'; readonly program: Program; readonly files: Files }
  | { readonly type: 'failed'; readonly words: string; readonly problem?: Problem }
  | { readonly type: 'restored'; readonly controller: string }
  /** What runs code of the workspace now: the session began anew, stands elsewhere, or something was swapped. */
  | { readonly type: 'swapped'; readonly controllers: readonly string[] }
  | { readonly type: 'saved-inside'; readonly saved: SavedInside }
  /** What was kept has been read. */
  | { readonly type: 'brought-back'; readonly kept: SavedCode };

export type WorkspaceEffect =
  | { readonly type: 'keep'; readonly change: Partial<SavedCode> }
  | { readonly type: 'say'; readonly text: string }
  /** Writes the files into the session and runs what this one belongs to. */
  | { readonly type: 'save'; readonly path: string; readonly files: Files }
  /** Removes it from the session. */
  | { readonly type: 'remove'; readonly path: string };

type WorkspaceStep = Step<WorkspaceState, WorkspaceEffect>;

export const emptyWorkspace: WorkspaceState = {
  files: {},
  builtIn: {},
  all: [],
  open: undefined,
  runs: [],
  ran: {},
  saved: {},
  busy: false,
  message: '',
  theirs: {},
  generation: 0,
};

export function stepWorkspace(state: WorkspaceState, event: WorkspaceEvent): WorkspaceStep {
  const { files } = state;
  switch (event.type) {
    case 'read':
      return only({ ...state, all: event.all });
    case 'unreadable':
      return tell(state, event.words);
    case 'open-built-in':
      return openBuiltIn(state, event.name);
    case 'show':
      return change(state, { open: event.path });
    case 'edited':
      return files[event.path] === event.text ? only(state) : change(state, { files: { ...files, [event.path]: event.text } });
    case 'replaced':
      return change(state, { files: { ...files, [event.path]: event.text }, generation: state.generation + 1 });
    case 'added':
      return change(state, { files: { ...files, [event.path]: event.text }, open: event.path });
    case 'renamed':
      return rename(state, event.path, event.to);
    case 'removed':
      return forget(change(state, { files: without(files, event.path), open: nextTo(event.path, Object.keys(files)) }), event.path);
    case 'closed':
      return close(state, event.path);
    case 'save':
      if (state.busy) return only(state);
      return then(change(state, { busy: true, message: '' }), { type: 'save', path: event.path, files });
    case 'written':
      return only({ ...state, theirs: {}, saved: { ...state.saved, ...event.files } });
    case 'saved':
      return tell(state, tr('{file} is saved.', { file: event.path }), { busy: false });
    case 'runs':
      return runs(state, event.program, event.files);
    case 'failed':
      return tell(state, event.words, { busy: false, ...(event.problem && { problem: event.problem }) });
    case 'restored': {
      const ran = without(state.ran, event.controller);
      const left = state.runs.filter((name) => name !== event.controller);
      return then(tell(state, tr('{title} is the built-in one again.', { title: title(event.controller) }), { ran, runs: left }), keepRan(ran));
    }
    case 'swapped':
      // While nothing is saved here, the session stands elsewhere, and its files may be others.
      return only({ ...state, runs: event.controllers, ...(!state.busy && { saved: {} }) });
    case 'saved-inside':
      return savedInside(state, event.saved);
    case 'brought-back':
      return only(bringBack(state, event.kept));
  }
}

/** Files that aren't as they are built in. */
export function changedFiles({ files, builtIn }: Pick<WorkspaceState, 'files' | 'builtIn'>): Files {
  return Object.fromEntries(Object.entries(files).filter(([path, text]) => builtIn[path] !== text));
}

const only = (state: WorkspaceState): WorkspaceStep => ({ state, effects: [] });
const then = ({ state, effects }: WorkspaceStep, effect: WorkspaceEffect): WorkspaceStep => ({ state, effects: [...effects, effect] });
const keepRan = (ran: WorkspaceState['ran']): WorkspaceEffect => ({ type: 'keep', change: { ran } });

function without<Value>(values: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  const { [name]: _, ...rest } = values;
  return rest;
}

/** What was wrong before is no longer shown; which files there are, and which is shown, is kept. */
function change({ problem: _, ...rest }: WorkspaceState, fields: Partial<WorkspaceState>): WorkspaceStep {
  const state = { ...rest, ...fields };
  if (fields.files === undefined && fields.open === undefined) return only(state);
  return { state, effects: [{ type: 'keep', change: { files: changedFiles(state), open: state.open } }] };
}

function tell(state: WorkspaceState, message: string, fields: Partial<WorkspaceState> = {}): WorkspaceStep {
  return then(change(state, { message, ...fields }), { type: 'say', text: message });
}

function openBuiltIn(state: WorkspaceState, name: string): WorkspaceStep {
  const built = state.all.find((each) => each.name === name);
  if (built === undefined) return tell(state, tr('There is no controller {name}.', { name }));
  const { files, builtIn } = state;
  const opened = change(state, {
    files: { ...built.files, ...files },
    builtIn: { ...builtIn, ...built.files },
    open: built.entry,
  });
  return then(opened, { type: 'say', text: tr('{title}: {count} files.', { title: title(name), count: Object.keys(built.files).length }) });
}

function rename(state: WorkspaceState, path: string, to: string): WorkspaceStep {
  if (path === to || state.files[path] === undefined || nameError(to, state.files) !== undefined) return only(state);
  const entries = Object.entries(state.files).map(([name, text]) => [name === path ? to : name, text] as const);
  return forget(change(state, { files: Object.fromEntries(entries), open: to }), path);
}

/** A file that is gone here goes from the session, too, where it had been saved. */
function forget(step: WorkspaceStep, path: string): WorkspaceStep {
  const { saved } = step.state;
  if (saved[path] === undefined) return step;
  return then({ ...step, state: { ...step.state, saved: without(saved, path) } }, { type: 'remove', path });
}

/** Closes the files of a built-in that weren't changed. */
function close(state: WorkspaceState, path: string): WorkspaceStep {
  const { files, builtIn, all } = state;
  const unchanged = Object.keys(ownerOf(path, all)?.files ?? {}).filter((each) => files[each] === builtIn[each]);
  const left = Object.fromEntries(Object.entries(files).filter(([each]) => !unchanged.includes(each)));
  return change(state, { files: left, open: Object.keys(left)[0] });
}

function runs(state: WorkspaceState, { controller, entry }: Program, files: Files): WorkspaceStep {
  const ran = { ...state.ran, [controller]: { entry, files: filesOf(entry, files) } };
  const names = [...new Set([...state.runs, controller])];
  const after = tell(state, tr('{title} runs from here now.', { title: title(controller) }), { busy: false, runs: names, ran });
  return then(after, keepRan(ran));
}

/** What has been opened or typed meanwhile stays. */
function bringBack(state: WorkspaceState, kept: SavedCode): WorkspaceState {
  const { files, builtIn, open, all } = state;
  const owners = new Set([...Object.keys(kept.files), kept.open ?? ''].flatMap((path) => ownerOf(path, all) ?? []));
  const built: Files = Object.assign({}, ...[...owners].map((owner) => owner.files));
  const whole = { ...built, ...kept.files, ...files };
  const first = kept.open !== undefined && whole[kept.open] !== undefined ? kept.open : Object.keys(whole)[0];
  return { ...state, ran: kept.ran, files: whole, builtIn: { ...built, ...builtIn }, open: open ?? first };
}

function savedInside(state: WorkspaceState, { path, text, before }: SavedInside): WorkspaceStep {
  const { files, saved, theirs, generation } = state;
  const mine = files[path];
  if (text === null) {
    const removed = { ...state, saved: without(saved, path) };
    return mine === undefined ? only(removed) : tell(removed, tr('{file} was removed in the container. Save puts it back.', { file: path }));
  }
  const known = { files: { ...files, [path]: text }, saved: { ...saved, [path]: text } };
  if (mine === text) return only({ ...state, saved: known.saved });
  if (mine === undefined) return nameError(path, files) === undefined ? change(state, known) : only(state);
  if (mine === before || mine === saved[path]) {
    const words = tr('{file} stands here as it was saved in the container. Save runs it.', { file: path });
    return tell(state, words, { ...known, theirs: without(theirs, path), generation: generation + 1 });
  }
  const words = tr('{file} was saved in the container with another text than this one: Compare shows both.', { file: path });
  return tell(state, words, { theirs: { ...theirs, [path]: text } });
}

/** What a swap of this file names; see `programOf`. */
export const programAt = ({ files, all }: WorkspaceState, path: string): Program | undefined => programOf(path, files, all);
