/** A push as it comes over the network: parsed at the door. */
import { isJsonObject, type Json } from '../meta/index.ts';
import type { NewCommit, Push } from './types.ts';

/** @throws Error with a sentence that says what is wrong. */
export function parsePush(branch: string, body: Json | undefined): Push {
  const push = objectOf(body, 'a push');
  const { commits = [], to, force = false } = push;
  if (!Array.isArray(commits)) throw new Error('commits: a list is expected');
  if (to !== undefined && (typeof to !== 'string' || commits.length > 0)) throw new Error('to: one commit, and no new ones beside it');
  if (typeof force !== 'boolean') throw new Error('force: true or false');
  return { branch, commits: commits.map(parseCommit), force, ...(to === undefined ? {} : { to }) };
}

function parseCommit(value: Json): NewCommit {
  const { parents, author, timeSeconds, message, files } = objectOf(value, 'a commit');
  const { name, email } = objectOf(author, 'author');
  if (!Array.isArray(parents) || !parents.every(isText)) throw new Error('parents: a list of commits is expected');
  if (!isText(name) || !isText(email) || !isText(message)) throw new Error('author and message: texts are expected');
  if (typeof timeSeconds !== 'number' || !Number.isSafeInteger(timeSeconds)) throw new Error('timeSeconds: whole seconds are expected');
  const texts = Object.entries(objectOf(files, 'files')).map(([path, text]) => {
    if (!isText(text) || !isPath(path)) throw new Error(`files: ${path} isn’t a path with a text`);
    return [path, text] as const;
  });
  return { parents, author: { name, email }, timeSeconds, message, files: Object.fromEntries(texts) };
}

const isText = (value: Json | undefined): value is string => typeof value === 'string';

const isPath = (path: string): boolean => path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

function objectOf(value: Json | undefined, what: string): { readonly [name: string]: Json | undefined } {
  if (isJsonObject(value)) return value;
  throw new Error(`${what}: an object is expected`);
}
