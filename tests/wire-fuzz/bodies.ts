/** Random bodies: objects near to real ones, JSON and YAML of any shape, deep, huge, cut short; protobuf and noise. */
import { gzipSync } from 'node:zlib';
import type { Random } from '../../src/engine/index.ts';
import { extension } from './extensions.ts';
import { keys, names, pick, scalars } from './words.ts';

function value(from: Random, depth: number): unknown {
  const kind = depth <= 0 ? 0 : from.int(4);
  if (kind === 0) return pick(scalars, from);
  if (kind === 1) return Array.from({ length: from.int(4) }, () => value(from, depth - 1));
  return Object.fromEntries(Array.from({ length: from.int(6) }, () => [pick(keys, from), value(from, depth - 1)]));
}

/** Half a manifest: near enough to get through the first checks. */
function manifest(from: Random): object {
  const containers = [{ name: 'c', image: 'nginx', ...(from.int(2) === 0 && { [pick(keys, from)]: value(from, 2) }) }];
  const pod = { containers, ...(from.int(3) === 0 && { [pick(keys, from)]: value(from, 2) }) };
  return {
    metadata: { name: pick(names, from), ...(from.int(3) === 0 && { [pick(keys, from)]: value(from, 3) }) },
    ...(from.int(2) === 0 && {
      spec:
        from.int(2) === 0
          ? pod
          : { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: pod } },
    }),
    ...(from.int(3) === 0 && { [pick(keys, from)]: value(from, 3) }),
  };
}

const aliasBomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...Array.from({ length: 12 }, (_, at) => {
    const [name, before] = [String.fromCharCode(98 + at), String.fromCharCode(97 + at)];
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
  }),
].join('\n');
const huge = JSON.stringify({ metadata: { name: 'huge' }, data: { a: 'x'.repeat(3_200_000) } });

export function body(from: Random): Buffer {
  const kind = from.int(100);
  if (kind < 10) return Buffer.from(JSON.stringify(extension(from)));
  if (kind < 40) return Buffer.from(JSON.stringify(manifest(from)));
  if (kind < 60) return Buffer.from(JSON.stringify(value(from, 5)));
  if (kind < 70) {
    const text = JSON.stringify(manifest(from));
    return Buffer.from(text.slice(0, from.int(text.length)));
  }
  if (kind < 76) return Buffer.from(pick(['[', '{"a":', '{"metadata":{"x":'], from).repeat(20_000));
  if (kind < 80)
    return Buffer.from(
      pick(
        [
          aliasBomb,
          'a: [',
          '- - - -\n  : ?',
          '&a [*a]',
          'a: *b',
          '? {\n',
          '"\\u',
          '%YAML 9\n---\n',
          '!!js/function "x"',
          `${'- '.repeat(5000)}x`,
          `${'['.repeat(5000)}`,
        ],
        from,
      ),
    );
  if (kind < 90) return Buffer.concat([Buffer.from('k8s\0'), noise(from, 200)]);
  if (kind < 96) return noise(from, 500);
  if (kind < 97) return gzipSync(JSON.stringify(manifest(from)));
  return kind < 98 ? Buffer.from(huge) : Buffer.alloc(0);
}

export function noise(from: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: from.int(most) }, () => from.int(256)));
}
