/**
 * A session as the fragment of an address: seed, files, inputs and the texts in the editors, as JSON, deflated, in base64url behind
 * a version and a checksum. `#session=1.k3j2x1.7VZNb9…`. Pure: what an address holds is data until the reader agrees to run it.
 */
import { deflateSync, Inflate } from 'fflate';
import { hash32 } from '../../engine/index.ts';
import { parseLog } from '../../session/parse-log.ts';
import type { Moment, SessionLog } from '../../session/types.ts';
import { createChecks, readJson } from './checks.ts';
import { tr } from '../words/words.ts';

export interface SharedSession {
  /** `12-replicaset`, or `playground`. */
  readonly lesson: string;
  /** Of the lesson it was made against. */
  readonly lessonHash: string;
  readonly log: SessionLog;
  /** Texts in the editors where they differ from the lesson's: exercise files by path, cells by id. */
  readonly files: Readonly<Record<string, string>>;
  readonly cells: Readonly<Record<string, string>>;
  /** Cells that the lesson doesn't have, in order (playground). */
  readonly free: readonly FreeCell[];
  /** The moment that was shown; absent: the session's end. */
  readonly at?: Moment;
}

export interface FreeCell {
  readonly id: string;
  readonly language: 'sh' | 'yaml' | 'ts';
  readonly code: string;
}

/** Addresses longer than this are cut by programs that pass them on. */
export const longestLink = 32_000;
/** What a link may unpack to, in bytes. */
export const largestShared = 1_000_000;

const name = 'session';

/** The fragment without `#`; undefined when it would be longer than `longestLink`. */
export function linkOf(shared: SharedSession): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > largestShared) return undefined;
  const data = toBase64Url(deflateSync(bytes, { level: 9 }));
  const fragment = `${name}=1.${checksum(data)}.${data}`;
  return fragment.length > longestLink ? undefined : fragment;
}

/** Whether an address's fragment (with or without `#`) means to be a shared session. */
export const isLink = (fragment: string): boolean => bare(fragment).startsWith(`${name}=`);

/**
 * What a fragment holds.
 * @throws Error whose message is a sentence that says what is wrong with the link.
 */
export function readLink(fragment: string): SharedSession {
  const text = bare(fragment);
  if (!isLink(text)) throw new Error(tr('This address holds no session.'));
  if (text.length > longestLink) throw new Error(tr('The link can’t be read: it is longer than any that Converge makes.'));
  const [version = '', sum = '', data = '', ...rest] = text.slice(name.length + 1).split('.');
  if (version !== '1' && /^\d+$/.test(version))
    throw new Error(tr('The link is of version {version}; this page reads version 1.', { version }));
  if (version !== '1' || rest.length > 0 || data === '' || checksum(data) !== sum)
    throw new Error(tr('The link can’t be read: it has been cut off or changed on its way. Ask for it again.'));
  return parseShared(readJson(inflate(fromBase64Url(data)), 'The link'), 'The link');
}

/** A shared session as it comes from a link or a file. `what` begins the sentence of the Error it throws. */
export function parseShared(value: unknown, what: string): SharedSession {
  const checks = createChecks(what);
  const names = ['lesson', 'lessonHash', 'log', 'files', 'cells', 'free', 'at'];
  const fields = checks.only(value, 'it', names);
  const free = checks.list(fields['free'], 'free').map((each, index): FreeCell => {
    const where = `free[${index}]`;
    const { id, language, code } = checks.only(each, where, ['id', 'language', 'code']);
    if (language !== 'sh' && language !== 'yaml' && language !== 'ts')
      throw checks.wrong(`${where}.language`, '"sh", "yaml" or "ts"');
    const called = checks.text(id, `${where}.id`);
    if (!/^[\w-]{1,60}$/.test(called)) throw checks.wrong(`${where}.id`, 'letters, digits and hyphens');
    return { id: called, language, code: checks.text(code, `${where}.code`) };
  });
  return {
    lesson: checks.text(fields['lesson'], 'lesson'),
    lessonHash: checks.text(fields['lessonHash'], 'lessonHash'),
    log: parseLog(fields['log']),
    files: checks.texts(fields['files'], 'files'),
    cells: checks.texts(fields['cells'], 'cells'),
    free,
    ...(fields['at'] === undefined ? {} : { at: parseMoment(fields['at']) }),
  };

  function parseMoment(moment: unknown): Moment {
    const { t, revision } = checks.only(moment, 'at', ['t', 'revision']);
    return { t: checks.number(t, 'at.t'), revision: checks.number(revision, 'at.revision') };
  }
}

const bare = (fragment: string): string => fragment.replace(/^#/, '');
const checksum = (data: string): string => hash32(data).toString(36);

/** Piece by piece, so that a small link can't fill the memory. */
function inflate(bytes: Uint8Array): string {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const stream = new Inflate((piece, last) => {
    size += piece.length;
    ended ||= last;
    if (size > largestShared) throw new TooLarge();
    pieces.push(piece);
  });
  try {
    const step = 256;
    for (let from = 0; from < bytes.length; from += step)
      stream.push(bytes.subarray(from, from + step), from + step >= bytes.length);
  } catch (error) {
    if (error instanceof TooLarge) throw new Error(tr('The link can’t be read: it unpacks to more than any that Converge makes.'));
    throw new Error(tr('The link can’t be read: what it holds isn’t compressed as it should be.'));
  }
  if (!ended) throw new Error(tr('The link can’t be read: its end is missing.'));
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return new TextDecoder().decode(whole);
}

class TooLarge extends Error {}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  const step = 8_192;
  for (let from = 0; from < bytes.length; from += step) text += String.fromCharCode(...bytes.subarray(from, from + step));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text)) throw new Error(tr('The link can’t be read: there are characters in it that don’t belong there.'));
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    throw new Error(tr('The link can’t be read: its end is missing.'));
  }
}
