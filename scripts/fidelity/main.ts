/**
 * Writes the table of kinds in docs/fidelity.md from the registry: what is served, checked, simulated and only kept.
 *
 *   node scripts/fidelity/main.ts           writes it
 *   node scripts/fidelity/main.ts --check   fails when what is committed is not what would be written
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kinds } from '../../src/engine/api/registry.ts';
import type { KindDefinition } from '../../src/engine/api/types.ts';
import { simulated } from './simulated.ts';

const file = fileURLToPath(new URL('../../docs/fidelity.md', import.meta.url));
const begin = '<!-- kinds: written by npm run generate -->';
const end = '<!-- /kinds -->';

const every = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

function nameOf({ plural, group }: KindDefinition): string {
  return group === '' ? plural : `${plural}.${group}`;
}

function row(kind: KindDefinition): string {
  const { group, version, verbs, subresources } = kind;
  const served = every.every((verb) => verbs.includes(verb)) ? 'all verbs' : verbs.join(', ');
  const below = [
    ...(subresources.status === true ? ['status'] : []),
    ...(subresources.scale === undefined ? [] : ['scale']),
    ...(subresources.others ?? []),
  ].sort();
  const checked = kind.checked === 'rules' ? 'structure and rules' : 'structure';
  const how = verbs.includes('get') ? simulated[nameOf(kind)] : { by: 'answered, not kept', keptOnly: '' };
  if (how === undefined) throw new Error(`scripts/fidelity/simulated.ts doesn't say what happens with ${nameOf(kind)}`);
  const place = group === '' ? version : `${group}/${version}`;
  const cells = [kind.kind, place, served, below.join(', '), checked, how.by || '–', how.keptOnly];
  return `| ${cells.join(' | ')} |`;
}

const known = new Set(kinds.map(nameOf));
for (const name of Object.keys(simulated)) {
  if (!known.has(name)) throw new Error(`scripts/fidelity/simulated.ts names ${name}, which isn't served`);
}
const table = [
  '| Kind | API | Served | Subresources | Checked | Simulated by | Kept only |',
  '|---|---|---|---|---|---|---|',
  ...kinds.map(row),
].join('\n');
const text = readFileSync(file, 'utf8');
const [before, rest] = text.split(begin);
const after = rest?.split(end)[1];
if (before === undefined || after === undefined)
  throw new Error(`docs/fidelity.md has lost its marks ${begin} and ${end}`);
const written = `${before}${begin}\n\n${table}\n\n${end}${after}`;
if (!process.argv.includes('--check')) writeFileSync(file, written);
else if (written !== text) {
  console.error('outdated: docs/fidelity.md; run npm run generate');
  process.exitCode = 1;
}
