/** A request from outside as it comes from a file, a link or another thread. */
import type { Method } from '../engine/index.ts';
import type { OutsideRequest } from './types.ts';

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];

/** Throws an Error that says what is wrong, and where. */
export function parseRequest(value: unknown, where: string): OutsideRequest {
  const { method, path, query, repeated, headers, body, binary } = fields(value, where);
  if (!isMethod(method)) throw wrong(`${where}.method`, methods.join(', '));
  if (typeof path !== 'string' || !path.startsWith('/')) throw wrong(`${where}.path`, 'a path');
  const many = repeated === undefined ? undefined : Object.entries(fields(repeated, `${where}.repeated`));
  return {
    method,
    path,
    query: texts(query, `${where}.query`),
    ...(many === undefined
      ? {}
      : { repeated: Object.fromEntries(many.map(([name, each]) => [name, list(each, `${where}.repeated`)])) }),
    headers: texts(headers, `${where}.headers`),
    ...(body === undefined ? {} : { body: text(body, `${where}.body`) }),
    ...(binary === true ? { binary } : {}),
  };
}

const isMethod = (value: unknown): value is Method => typeof value === 'string' && methods.includes(value);

const wrong = (where: string, wanted: string): Error =>
  new Error(`The log can’t be read: ${where} should be ${wanted}.`);

function fields(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(where, 'an object');
  return Object.fromEntries(Object.entries(value));
}

function texts(value: unknown, where: string): Readonly<Record<string, string>> {
  const found = Object.entries(fields(value, where)).map(([name, each]) => {
    if (typeof each !== 'string') throw wrong(`${where}.${name}`, 'text');
    return [name, each] as const;
  });
  return Object.fromEntries(found);
}

function list(value: unknown, where: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) throw wrong(where, 'a list of texts');
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw wrong(where, 'text');
  return value;
}
