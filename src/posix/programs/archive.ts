/** tar, base64, hexdump and checksums. */

import { absolutePath, bytesFromBase64, bytesOf, bytesToBase64, parentOf } from '../../engine/index.ts';
import type { Steps } from '../task.ts';
import { md5, sha256 } from './digest.ts';
import { makeAll } from './files.ts';
import { hexdump } from './hexdump.ts';
import { contentOf, options, type Program, pathOf, readInput, readInputs, type Tool } from './tool.ts';

export const archivePrograms: Readonly<Record<string, Program>> = {
  tar,
  base64,
  hexdump,
  md5sum: checksum((text) => md5(bytesOf(text)), 1),
  sha256sum: checksum((text) => sha256(bytesOf(text)), 2),
};

const blockSize = 512;
/** Of an entry, whatever is in it. */
const entrySteps = 200;

function* tar(tool: Tool): Steps {
  const [first = '', ...rest] = tool.args;
  const { given, words, has } = options(first.startsWith('-') ? tool.args : [`-${first}`, ...rest], [
    'f',
    'C',
    'strip-components',
  ]);
  const folder = absolutePath(given.get('C') ?? '.', tool.cwd);
  if (tool.host.files.list(folder) === undefined) {
    tool.error.write(`tar: can't change directory to '${given.get('C')}': ${tool.host.files.stat(folder) === undefined ? 'No such file or directory' : 'Not a directory'}\n`);
    return 1;
  }
  const inside: Tool = { ...tool, cwd: folder };
  const archive = given.get('f') ?? '-';
  if (has('c')) {
    const made = create(inside, words);
    if (archive === '-') tool.output.write(made.archive);
    else tool.host.files.write(pathOf(tool, archive), made.archive);
    return made.failed ? 1 : 0;
  }
  let content: string;
  if (archive === '-') content = yield* readInput(tool);
  else {
    const found = contentOf(tool, archive);
    if (!('text' in found)) {
      tool.error.write(`tar: can't open '${archive}': ${found.problem}\n`);
      return 1;
    }
    content = found.text;
  }
  return extract(inside, content, { list: has('t'), verbose: has('v'), keepMode: !has('m') });
}

/** One entry of an archive; a folder has no content. */
interface Entry {
  readonly path: string;
  readonly content: string | undefined;
  readonly mode: number;
  readonly changedMs: number;
}

function create(tool: Tool, paths: readonly string[]): { readonly archive: string; readonly failed: boolean } {
  const { files } = tool.host;
  let archive = '';
  let failed = false;
  const add = (path: string) => {
    tool.cpu.spend(entrySteps);
    const where = absolutePath(path, tool.cwd);
    const stat = files.stat(where);
    if (stat === undefined) {
      tool.error.write(`tar: ${path}: No such file or directory\n`);
      failed = true;
      return;
    }
    const name = path.replace(/^\/+/, '');
    archive += entryOf({
      path: stat.folder ? `${name}/` : name,
      content: stat.folder ? undefined : (files.read(where) ?? ''),
      mode: stat.mode,
      changedMs: stat.changedMs,
    });
    for (const child of files.list(where) ?? []) add(`${path.replace(/\/$/, '')}/${child}`);
  };
  if (paths.some((path) => path.startsWith('/'))) tool.error.write("tar: removing leading '/' from member names\n");
  for (const path of paths) add(path);
  if (failed) tool.error.write('tar: error exit delayed from previous errors\n');
  return { archive: archive + '\0'.repeat(blockSize * 2), failed };
}

/** A header in the ustar format, and the content in whole blocks. */
function entryOf({ path, content, mode, changedMs }: Entry): string {
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const field = (text: string, length: number) => text.slice(0, length).padEnd(length, '\0');
  const split = path.length > 100 ? path.lastIndexOf('/', path.length - 2) : -1;
  const [prefix, name] = split > 0 ? [path.slice(0, split), path.slice(split + 1)] : ['', path];
  const size = content?.length ?? 0;
  const before =
    field(name, 100) +
    octal(mode, 8) +
    octal(0, 8) +
    octal(0, 8) +
    octal(size, 12) +
    octal(Math.floor(changedMs / 1000), 12);
  const after = `${content === undefined ? '5' : '0'}${field('', 100)}ustar\0${'00'}${field('root', 32)}${field('root', 32)}${octal(0, 8)}${octal(0, 8)}${field(prefix, 155)}`;
  let sum = 8 * 32;
  for (const char of before + after) sum += char.charCodeAt(0);
  const header = field(`${before}${sum.toString(8).padStart(6, '0')}\0 ${after}`, blockSize);
  return header + (content ?? '') + '\0'.repeat((blockSize - (size % blockSize)) % blockSize);
}

function* entriesOf(archive: string): Generator<Entry> {
  let longName: string | undefined;
  for (let at = 0; at + blockSize <= archive.length; ) {
    const text = (from: number, length: number) =>
      archive.slice(at + from, at + from + length).replace(/\0[\s\S]*$/, '');
    if (text(0, 100) === '') return;
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const type = archive[at + 156] ?? '0';
    const content = archive.slice(at + blockSize, at + blockSize + size);
    const mode = Number.parseInt(text(100, 8), 8) & 0o777;
    const changedMs = (Number.parseInt(text(136, 12), 8) || 0) * 1000;
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
    const prefix = archive.startsWith('ustar', at - Math.ceil(size / blockSize) * blockSize - blockSize + 257)
      ? archive
          .slice(
            at - Math.ceil(size / blockSize) * blockSize - blockSize + 345,
            at - Math.ceil(size / blockSize) * blockSize - blockSize + 500,
          )
          .replace(/\0[\s\S]*$/, '')
      : '';
    if (type === 'L') longName = content.replace(/\0[\s\S]*$/, '');
    else if (type === 'x' || type === 'g') longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content)?.[1] ?? longName;
    else {
      const header = archive.slice(at - Math.ceil(size / blockSize) * blockSize - blockSize);
      const name = header.slice(0, 100).replace(/\0[\s\S]*$/, '');
      const path = longName ?? (prefix === '' ? name : `${prefix}/${name}`);
      longName = undefined;
      yield { path, content: type === '5' ? undefined : content, mode, changedMs };
    }
  }
}

function extract(
  tool: Tool,
  archive: string,
  how: { readonly list: boolean; readonly verbose: boolean; readonly keepMode: boolean },
): number {
  let code = 0;
  for (const { path, content, mode } of entriesOf(archive)) {
    tool.cpu.spend(entrySteps);
    if (how.list || how.verbose) tool.output.write(`${path}\n`);
    if (how.list) continue;
    const where = absolutePath(path.replace(/^\/+/, ''), tool.cwd);
    const problem =
      content === undefined
        ? makeAll(tool, where)
        : (makeAll(tool, parentOf(where)) ?? tool.host.files.write(where, content, mode));
    if (problem === undefined) continue;
    tool.error.write(`tar: can't open '${path}': ${problem}\n`);
    code = 1;
  }
  return code;
}

function* base64(tool: Tool): Steps {
  const { words, given, has } = options(tool.args, ['w']);
  const { texts, failed } = yield* readInputs(tool, words);
  const text = texts.map((each) => each.text).join('');
  tool.cpu.spend(text.length);
  if (has('d')) tool.output.write(bytesFromBase64(text));
  else {
    const encoded = bytesToBase64(text);
    const width = Number(given.get('w') ?? 76);
    tool.output.write(inLines(encoded, Number.isInteger(width) && width > 0 ? width : encoded.length, width !== 0));
  }
  return failed ? 1 : 0;
}

/** Cut into lines of so many characters. */
function inLines(text: string, width: number, ends: boolean): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += Math.max(1, width)) lines.push(text.slice(at, at + Math.max(1, width)));
  return lines.join('\n') + (ends ? '\n' : '');
}

function checksum(digest: (text: string) => string, stepsPerChar: number): Program {
  return function* (tool) {
    const { texts, failed } = yield* readInputs(tool, options(tool.args).words);
    for (const { name, text } of texts) {
      tool.cpu.spend(text.length * stepsPerChar);
      tool.output.write(`${digest(text)}  ${name}\n`);
    }
    return failed ? 1 : 0;
  };
}
