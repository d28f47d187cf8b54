/** Finds what is to be run among the exports of a module: a controller, what makes one, or a plugin of the scheduler. */
import type { Controller, ControllerFactory, KindDefinition, SchedulerPlugin } from '../../engine/index.ts';
import { kinds } from '../../engine/sdk/index.ts';
import { checkShape } from './controller-shape.ts';
import { type Place, ProblemError, problemAt } from './problem.ts';

/** A controller, or what makes it anew each time it starts. */
type Swappable = Controller | ControllerFactory;
/** Makes the controller for a server with these kinds. */
export type MakeController = (served: readonly KindDefinition[]) => Controller;

/** A module's exports, and the source they come from. */
export interface Exported {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly source: string;
}

/**
 * Finds the controller called `name`: an object, a factory, or a function `create…` that makes one. Throws a ProblemError when there
 * is none that could run.
 */
export function findController(exported: Exported, name: string): MakeController {
  const found = findSwappable(exported, name);
  const { file, source } = exported;
  const make: MakeController = 'create' in found ? found.create : () => found;
  const made: unknown = make(kinds);
  if (!isController(made)) {
    const hint = 'create returns an object with name, for and reconcile: the controller.';
    const place = lineOf(source, file, /\bcreate\b/);
    throw new ProblemError(
      problemAt(`Error: create of "${name}" returns no controller`, '', hint, place, () => source),
    );
  }
  checkShape(made, name, (field) => lineOf(source, file, new RegExp(`\\b${field}\\b\\s*[:(,}]`)), source);
  return make;
}

function findSwappable({ exports, file, source }: Exported, name: string): Swappable {
  const found = Object.values(exports).filter((value) => isController(value) || isFactory(value));
  const named = found.find((controller) => controller.name === name) ?? findFactory(exports, name);
  if (named !== undefined) return named;
  const other = found[0];
  if (other !== undefined) {
    const title = `Error: ${file} exports a controller called "${other.name}", not "${name}"`;
    const hint = `It runs in place of the built-in controller of the same name: call it "${name}".`;
    throw new ProblemError(problemAt(title, '', hint, lineOf(source, file, /\bname\s*:/), () => source));
  }
  const almost = typeof exports['reconcile'] === 'function' ? ' It exports reconcile alone.' : '';
  throw new ProblemError(
    problemAt(
      `Error: ${file} doesn’t export a controller`,
      `Its exports: ${Object.keys(exports).join(', ') || 'none'}.${almost}`,
      `Export an object with name: '${name}', for: the kind it looks after, and reconcile: a function of (key, tools).`,
      lineOf(source, file, /\bexport\b/),
      () => source,
    ),
  );
}

/** `createNamespaceController(served)`: how controllers that remember something are written. */
function findFactory(exports: Exported['exports'], name: string): Swappable | undefined {
  for (const [word, make] of Object.entries(exports)) {
    if (!/^create[A-Z]/.test(word) || typeof make !== 'function') continue;
    const create = (served: readonly KindDefinition[]): Controller => Reflect.apply(make, undefined, [served]);
    const made: unknown = create(kinds);
    if (isController(made) && made.name === name) return { name, create };
  }
  return undefined;
}

/** Names of the controllers that a module exports: objects, factories, and functions `create…` that make one. */
export function controllerNames(exports: Exported['exports']): readonly string[] {
  const found = Object.values(exports).filter((value) => isController(value) || isFactory(value));
  const made = Object.entries(exports).flatMap(([word, make]) => {
    if (!/^create[A-Z]/.test(word) || typeof make !== 'function') return [];
    const controller: unknown = Reflect.apply(make, undefined, [kinds]);
    return isController(controller) ? [controller] : [];
  });
  return [...new Set([...found, ...made].map(({ name }) => name))];
}

/** Finds the plugin called `name`. Throws a ProblemError when there is none. */
export function findPlugin({ exports, file, source }: Exported, name: string): SchedulerPlugin {
  const found = Object.values(exports).filter(isPlugin);
  const named = found.find((plugin) => plugin.name === name);
  if (named !== undefined) return named;
  const other = found[0];
  const title =
    other === undefined
      ? `Error: ${file} doesn’t export a plugin of the scheduler`
      : `Error: ${file} exports a plugin called "${other.name}", not "${name}"`;
  const hint =
    other === undefined
      ? `Export an object with name: '${name}' and one of its extension points: ${points.slice(0, 5).join(', ')} …`
      : `It runs in place of the plugin of the same name: call it "${name}".`;
  const place = lineOf(source, file, other === undefined ? /\bexport\b/ : /\bname\s*:/);
  throw new ProblemError(problemAt(title, '', hint, place, () => source));
}

/** Where a plugin may take part, in the order of a cycle. */
export const points = [
  ...(['preEnqueue', 'preFilter', 'filter', 'postFilter', 'preScore', 'score', 'normalize'] as const),
  ...(['reserve', 'unreserve', 'permit', 'preBind', 'bind', 'postBind', 'wokenBy'] as const),
];

function isPlugin(value: unknown): value is SchedulerPlugin {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return false;
  return points.some((point) => typeof Reflect.get(value, point) === 'function');
}

function isController(value: unknown): value is Controller {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'for' in value &&
    typeof value.for === 'object' &&
    'reconcile' in value &&
    typeof value.reconcile === 'function'
  );
}

function isFactory(value: unknown): value is Exclude<Swappable, Controller> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'create' in value &&
    typeof value.create === 'function'
  );
}

/** The first line that has it. */
export function lineOf(source: string, file: string, pattern: RegExp): Place | undefined {
  for (const [index, text] of source.split('\n').entries()) {
    const match = pattern.exec(text);
    if (match !== null) return { file, line: index + 1, column: match.index + 1 };
  }
  return undefined;
}
