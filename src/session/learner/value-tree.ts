/** A value as a tree of lines, and what has changed in it since another. */
import type { TreeNode } from '../../viz/display-data.ts';
import { type Fields, isRecord } from '../record.ts';
import { formatLine } from './format.ts';

/** More than this is not kept: the rest is counted. */
const mostNodes = 600;
const deepest = 16;

/** `before`: what it is compared with; left out, nothing is. */
export function valueTree(value: unknown, before?: unknown): TreeNode {
  const budget = { left: mostNodes };
  const name = nameOf(value) || nameOf(before);
  return before === undefined ? node(name, value, 0, budget) : compared(name, value, before, 0, budget);
}

/** `Pod/web-7k2xq` for an object of the API, '' for any other value. */
export function nameOf(value: unknown): string {
  if (!isRecord(value) || typeof value['kind'] !== 'string' || !isRecord(value['metadata'])) return '';
  const { name } = value['metadata'];
  return typeof name === 'string' ? `${value['kind']}/${name}` : '';
}

interface Budget {
  left: number;
}

function node(key: string, value: unknown, depth: number, budget: Budget): TreeNode {
  budget.left -= 1;
  const parts = partsOf(value);
  if (parts === undefined) return { key, value: formatLine(value) };
  const line = summary(value, parts.length);
  if (depth >= deepest || parts.length === 0) return { key, value: line };
  const children: TreeNode[] = [];
  for (const [name, part] of parts) {
    if (budget.left <= 0) {
      children.push({ key: '…', value: `${parts.length - children.length} more` });
      break;
    }
    children.push(node(name, part, depth + 1, budget));
  }
  return { key, value: line, children };
}

/** Where both are lists or both objects, part by part; elsewhere the one line against the other. */
function compared(key: string, value: unknown, before: unknown, depth: number, budget: Budget): TreeNode {
  const now = partsOf(value);
  const then = partsOf(before);
  if (now === undefined || then === undefined || Array.isArray(value) !== Array.isArray(before)) {
    const plain = node(key, value, depth, budget);
    const was = then === undefined ? formatLine(before) : summary(before, then.length);
    return plain.value === was && now === undefined ? plain : { ...plain, change: 'changed', was };
  }
  budget.left -= 1;
  const line = summary(value, now.length);
  if (depth >= deepest) return { key, value: line };
  const earlier = new Map(then);
  const children: TreeNode[] = [];
  for (const [name, part] of now) {
    if (budget.left <= 0) {
      children.push({ key: '…', value: `${now.length - children.length} more` });
      break;
    }
    children.push(
      earlier.has(name)
        ? compared(name, part, earlier.get(name), depth + 1, budget)
        : { ...node(name, part, depth + 1, budget), change: 'added' },
    );
  }
  const kept = new Set(now.map(([name]) => name));
  for (const [name, part] of then) {
    if (!kept.has(name) && budget.left > 0)
      children.push({ ...node(name, part, depth + 1, budget), change: 'removed' });
  }
  const differs = children.some((child) => child.change !== undefined || child.changedBelow === true);
  return { key, value: line, ...(children.length > 0 && { children }), ...(differs && { changedBelow: true }) };
}

/** Fields by name, elements by what they are called (as the API merges them) or by their place; undefined for a plain value. */
function partsOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return elements(value);
  if (value instanceof Map) return [...value].map(([key, part]) => [formatLine(key), part]);
  if (value instanceof Set) return elements([...value]);
  if (!isRecord(value) || value instanceof Error || value instanceof Date) return undefined;
  return Object.keys(value).flatMap((key) => {
    const part = read(value, key);
    return part === undefined || typeof part === 'function' ? [] : [[key, part] as const];
  });
}

function elements(list: readonly unknown[]): readonly (readonly [string, unknown])[] {
  const names = list.map((element) => nameOf(element) || mergeKey(element));
  const distinct = names.every((name) => name !== '') && new Set(names).size === names.length;
  return list.map((element, index) => [distinct ? (names[index] ?? '') : String(index), element]);
}

function mergeKey(element: unknown): string {
  if (!isRecord(element)) return '';
  for (const key of ['name', 'type', 'key', 'uid', 'ip'])
    if (typeof element[key] === 'string') return `${key}: ${element[key]}`;
  return '';
}

function summary(value: unknown, parts: number): string {
  const count = (one: string, many: string): string => (parts === 0 ? `no ${many}` : parts === 1 ? `1 ${one}` : `${parts} ${many}`);
  return Array.isArray(value) || value instanceof Set ? count('element', 'elements') : count('field', 'fields');
}

/** A getter may throw. */
function read(value: Fields, key: string): unknown {
  try {
    return value[key];
  } catch (error) {
    return formatLine(error);
  }
}
