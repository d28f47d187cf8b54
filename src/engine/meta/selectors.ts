/** Label selectors: compiled once, then a function over labels. */
import type { LabelSelector, LabelSelectorRequirement } from './object.ts';
import { parseSelector, type Requirement } from './selector-parser.ts';

export type Labels = Readonly<Record<string, string>>;
/** Whether labels are selected; undefined labels are none. */
export type LabelMatcher = (labels: Labels | undefined) => boolean;

export const matchesEverything: LabelMatcher = () => true;
export const matchesNothing: LabelMatcher = () => false;

/** The matcher of a selector's text. Throws a StatusError (400) with upstream's words. */
export function parseLabelMatcher(text: string): LabelMatcher {
  return compileRequirements(parseSelector(text));
}

/** All requirements must hold; none selects everything. */
export function compileRequirements(requirements: readonly Requirement[]): LabelMatcher {
  const tests = requirements.map(compileOne);
  if (tests.length === 0) return matchesEverything;
  // Objects made from one template share one labels object: what held for the last one holds for the next.
  let last: Labels | undefined;
  let lastMatched = false;
  return (labels = NO_LABELS) => {
    if (labels === last) return lastMatched;
    const matched = allHold(tests, labels);
    if (Object.isFrozen(labels)) {
      last = labels;
      lastMatched = matched;
    }
    return matched;
  };
}

/** Apart from the matcher, which would keep its labels for the closure at every call. */
function allHold(tests: readonly ((labels: Labels) => boolean)[], labels: Labels): boolean {
  return tests.every((test) => test(labels));
}

const compiled = new WeakMap<LabelSelector, LabelMatcher>();

/** Of a LabelSelector: absent selects nothing, empty everything. Compiled once per (immutable) selector object. */
export function labelSelectorMatcher(selector: LabelSelector | undefined): LabelMatcher {
  if (selector === undefined) return matchesNothing;
  let matcher = compiled.get(selector);
  if (matcher === undefined) {
    matcher = compileRequirements(requirementsOf(selector));
    compiled.set(selector, matcher);
  }
  return matcher;
}

/** Whether a plain map of labels (a Service's selector, a nodeSelector) is contained in `labels`. */
export function matchesLabels(wanted: Labels | undefined, labels: Labels | undefined = NO_LABELS): boolean {
  for (const key in wanted) if (!Object.hasOwn(labels, key) || labels[key] !== wanted[key]) return false;
  return true;
}

/** `app=web,tier=front`, sorted by key; `<none>` without any. As tables show labels. */
export function formatLabels(labels: Labels = NO_LABELS): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.length === 0 ? '<none>' : pairs.map(([key, value]) => `${key}=${value}`).join(',');
}

const OPERATORS = { In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: '!' } as const;

/** The terms of a LabelSelector, sorted by key. */
export function requirementsOf(selector: LabelSelector): readonly Requirement[] {
  const requirements: Requirement[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    requirements.push({ key, operator: '=', values: [value] });
  }
  for (const { key, operator, values } of selector.matchExpressions ?? []) {
    requirements.push({ key, operator: OPERATORS[operator], values: [...new Set(values ?? [])].sort() });
  }
  return requirements.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Terms as upstream's String(): `app=web,tier in (a,b),!canary`. */
export function formatRequirements(requirements: readonly Requirement[]): string {
  return requirements.map(formatOne).join(',');
}

/** A LabelSelector as tables show it: `<none>` when it has no terms (metav1.FormatLabelSelector). */
export function formatLabelSelector(selector: LabelSelector | undefined): string {
  const text = selector === undefined ? '' : formatRequirements(requirementsOf(selector));
  return text === '' ? '<none>' : text;
}

/** The LabelSelector of a text; throws a StatusError (400), also for terms a LabelSelector cannot hold (gt, lt). */
export function labelSelectorOf(text: string): LabelSelector {
  const matchLabels: Record<string, string> = {};
  const matchExpressions: LabelSelectorRequirement[] = [];
  for (const { key, operator, values } of parseSelector(text)) {
    if ((operator === '=' || operator === '==') && values[0] !== undefined) matchLabels[key] = values[0];
    else if (operator === 'exists') matchExpressions.push({ key, operator: 'Exists' });
    else if (operator === '!') matchExpressions.push({ key, operator: 'DoesNotExist' });
    else matchExpressions.push({ key, operator: operator === 'in' ? 'In' : 'NotIn', values });
  }
  return {
    ...(Object.keys(matchLabels).length > 0 ? { matchLabels } : {}),
    ...(matchExpressions.length > 0 ? { matchExpressions } : {}),
  };
}

const NO_LABELS: Labels = Object.freeze({});

function compileOne({ key, operator, values }: Requirement): (labels: Labels) => boolean {
  const wanted = values[0] ?? '';
  const has = (labels: Labels): boolean => Object.hasOwn(labels, key);
  switch (operator) {
    case '=':
    case '==':
      return (labels) => labels[key] === wanted && has(labels);
    case '!=':
      return (labels) => !has(labels) || labels[key] !== wanted;
    case 'in':
      return (labels) => has(labels) && values.includes(labels[key] ?? '');
    case 'notin':
      return (labels) => !has(labels) || !values.includes(labels[key] ?? '');
    case 'exists':
      return has;
    case '!':
      return (labels) => !has(labels);
    case 'gt':
      return (labels) => has(labels) && isInteger(labels[key]) && BigInt(labels[key] ?? '') > BigInt(wanted);
    case 'lt':
      return (labels) => has(labels) && isInteger(labels[key]) && BigInt(labels[key] ?? '') < BigInt(wanted);
  }
}

const isInteger = (text: string | undefined): boolean => text !== undefined && /^-?\d+$/.test(text);

function formatOne({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values.join(',')})`;
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'gt':
    case 'lt':
      return `${key}${operator === 'gt' ? '>' : '<'}${values[0] ?? ''}`;
    default:
      return `${key}${operator}${values[0] ?? ''}`;
  }
}
