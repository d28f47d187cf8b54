/** A plan as Terraform prints it, without colors. */
import { isKnown, type Planned, type PlannedAttributes, unknown } from './config.ts';
import { type Action, countsOf, isSame, type Plan } from './plan.ts';
import { isMap, type ResourceType } from './schema.ts';

type Mark = '+' | '-' | '~' | ' ';

const legend: Readonly<Record<Action['do'], string>> = {
  create: '  + create',
  update: '  ~ update in-place',
  delete: '  - destroy',
  replace: '-/+ destroy and then create replacement',
};

/** The actions, and below them how many there are. */
export function planText(plan: Plan): string {
  const { add, change, destroy } = countsOf(plan);
  const kinds = (['create', 'update', 'delete', 'replace'] as const).filter((kind) => plan.actions.some((action) => action.do === kind));
  const actions = [...plan.actions].sort((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1)).map(actionText);
  return [
    'Terraform used the selected providers to generate the following execution',
    'plan. Resource actions are indicated with the following symbols:',
    ...kinds.map((kind) => legend[kind]),
    '',
    'Terraform will perform the following actions:',
    '',
    ...actions.flatMap((text) => [text, '']),
    `Plan: ${add} to add, ${change} to change, ${destroy} to destroy.`,
    '',
  ].join('\n');
}

export const addressOf = (action: Action): string => (action.do === 'delete' ? action.address : action.resource.address);

function actionText(action: Action): string {
  const address = addressOf(action);
  switch (action.do) {
    case 'create':
      return resourceText(`${address} will be created`, '  +', address, bodyOf(action.resource.type, {}, action.after, '+', []));
    case 'update':
      return resourceText(`${address} will be updated in-place`, '  ~', address, bodyOf(action.resource.type, action.before, action.after, '~', []));
    case 'replace':
      return resourceText(`${address} must be replaced`, '-/+', address, bodyOf(action.resource.type, action.before, action.after, '~', action.because));
    case 'delete': {
      const why = action.isInConfig ? [] : [`  # (because ${address} is not in configuration)`];
      return resourceText([`${address} will be destroyed`, ...why].join('\n'), '  -', address, bodyOf(action.type, action.before, {}, '-', []));
    }
  }
}

function resourceText(title: string, mark: string, address: string, body: readonly string[]): string {
  const [type, name] = address.split('.');
  return [`  # ${title}`, `${mark} resource "${type}" "${name}" {`, ...body, '    }'].join('\n');
}

/** What drifted, for the note above a plan. */
export function driftText(address: string, type: ResourceType, before: PlannedAttributes, after: PlannedAttributes | undefined): string {
  if (after === undefined) return resourceText(`${address} has been deleted`, '  -', address, bodyOf(type, before, {}, '-', []));
  return resourceText(`${address} has changed`, '  ~', address, bodyOf(type, before, after, '~', []));
}

/** What a resource is now, for `terraform show`. */
export function resourceShown(address: string, type: ResourceType, attributes: PlannedAttributes): string {
  const [typeName, name] = address.split('.');
  return [`# ${address}:`, `resource "${typeName}" "${name}" {`, ...bodyOf(type, {}, attributes, ' ', []).map((line) => line.replace(/^ {4}/, '')), '}'].join('\n');
}

/** Arguments in the order of their names, and blocks behind them. */
function bodyOf(type: ResourceType, before: PlannedAttributes, after: PlannedAttributes, mark: Mark, because: readonly string[]): string[] {
  const lines = argumentLines(Object.keys(type.attributes), before, after, mark, because, 6);
  for (const block of Object.keys(type.blocks)) lines.push(...blockLines(block, before[block], after[block], mark));
  return lines;
}

function argumentLines(
  names: readonly string[],
  before: PlannedAttributes,
  after: PlannedAttributes,
  mark: Mark,
  because: readonly string[],
  indent: number,
): string[] {
  const present = [...names].sort().filter((name) => at(before, name) !== null || at(after, name) !== null);
  const isHidden = (name: string): boolean => mark === '~' && name !== 'id' && name !== 'name' && isSame(at(before, name), at(after, name));
  const shown = present.filter((name) => !isHidden(name));
  const width = Math.max(0, ...shown.map((name) => name.length));
  const lines = shown.flatMap((name) => {
    const [was, is]: readonly [Planned, Planned] = [at(before, name), at(after, name)];
    const own: Mark = mark !== '~' ? mark : isSame(was, is) ? ' ' : was === null ? '+' : is === null ? '-' : '~';
    const note = because.includes(name) ? ' # forces replacement' : '';
    return argument(`${' '.repeat(indent)}${own} ${name.padEnd(width)} = `, was, is, own, indent, note);
  });
  const hidden = present.length - shown.length;
  if (hidden > 0) lines.push(`${' '.repeat(indent + 2)}# (${hidden} unchanged attribute${hidden === 1 ? '' : 's'} hidden)`);
  return lines;
}

function argument(head: string, was: Planned, is: Planned, mark: Mark, indent: number, note: string): string[] {
  const value = is === null ? was : is;
  const end = mark === '-' ? ' -> null' : note;
  if (Array.isArray(value)) return listLines(head, Array.isArray(was) ? was : [], Array.isArray(is) ? is : [], mark, indent, end);
  if (isMapLike(value)) return mapLines(head, isMapLike(was) ? was : {}, isMapLike(is) ? is : {}, mark, indent, end);
  if (mark === '~') return [`${head}${scalar(was)} -> ${scalar(is)}${note}`];
  return [`${head}${scalar(value)}${end}`];
}

function listLines(head: string, was: readonly Planned[], is: readonly Planned[], mark: Mark, indent: number, end: string): string[] {
  const pad = ' '.repeat(indent + 4);
  const line = (sign: string, item: Planned): string => `${pad}${sign} ${scalar(item)},`;
  if (mark === ' ') return [`${head}[`, ...is.map((item) => line(' ', item)), `${' '.repeat(indent + 2)}]`];
  const removed = was.filter((item) => !is.some((each) => isSame(each, item)));
  const added = is.filter((item) => !was.some((each) => isSame(each, item)));
  const hidden = was.length - removed.length;
  return [
    `${head}[`,
    ...removed.map((item) => line('-', item)),
    ...added.map((item) => line('+', item)),
    ...(hidden > 0 ? [`${pad}  # (${hidden} unchanged element${hidden === 1 ? '' : 's'} hidden)`] : []),
    `${' '.repeat(indent + 2)}]${end}`,
  ];
}

function mapLines(head: string, was: PlannedAttributes, is: PlannedAttributes, mark: Mark, indent: number, end: string): string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  const width = Math.max(0, ...names.map((name) => name.length + 2));
  const lines = names.flatMap((name) => {
    const [before, after]: readonly [Planned, Planned] = [at(was, name), at(is, name)];
    const own: Mark = mark === ' ' ? ' ' : isSame(before, after) ? ' ' : before === null ? '+' : after === null ? '-' : '~';
    const start = `${' '.repeat(indent + 4)}${own} ${`"${name}"`.padEnd(width)} = `;
    return own === '~' ? [`${start}${scalar(before)} -> ${scalar(after)}`] : [`${start}${scalar(after ?? before)}${own === '-' ? ' -> null' : ''}`];
  });
  return [`${head}{`, ...lines, `${' '.repeat(indent + 2)}}${end}`];
}

function blockLines(name: string, before: Planned | undefined, after: Planned | undefined, mark: Mark): string[] {
  const [was, is] = [listOf(before), listOf(after)];
  const lines: string[] = [];
  const kept = was.filter((block) => is.some((each) => isSame(block, each)));
  const print = (sign: Mark, block: Planned): void => {
    const attributes = isMapLike(block) ? block : {};
    const inner = argumentLines(Object.keys(attributes), sign === '+' || sign === ' ' ? {} : attributes, sign === '-' ? {} : attributes, sign, [], 10);
    lines.push('', `      ${sign} ${name} {`, ...inner, '        }');
  };
  if (mark === ' ') for (const block of is) print(' ', block);
  else {
    for (const block of was) if (!kept.includes(block)) print('-', block);
    for (const block of is) if (!was.some((each) => isSame(block, each))) print('+', block);
    if (kept.length > 0 && mark === '~') lines.push('', `        # (${kept.length} unchanged block${kept.length === 1 ? '' : 's'} hidden)`);
  }
  return lines;
}

const at = (attributes: PlannedAttributes, name: string): Planned => attributes[name] ?? null;
const listOf = (value: Planned | undefined): readonly Planned[] => (Array.isArray(value) ? value : []);
const isMapLike = (value: Planned): value is PlannedAttributes => typeof value === 'object' && value !== null && !Array.isArray(value);

function scalar(value: Planned): string {
  if (value === unknown) return '(known after apply)';
  return isKnown(value) && !isMap(value) ? JSON.stringify(value) : '(known after apply)';
}
