/**
 * Writes the table of kinds in docs/fidelity.md from the registry: what is served, checked, simulated and only kept; and docs/validation.md, with
 * what of it isn't upstream's by purpose.
 *
 *   node scripts/fidelity/main.ts           writes it
 *   node scripts/fidelity/main.ts --check   fails when what is committed is not what would be written
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kinds } from '../../src/engine/api/registry.ts';
import type { KindDefinition } from '../../src/engine/api/types.ts';
import { hasRules } from '../../src/engine/extensions/validation/index.ts';
import { withMarked } from './marked-text.ts';
import { simulated } from './simulated.ts';
import { validationDifferences, validationPage } from './validation.ts';

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
  const checked = kind.checked === 'rules' || hasRules(kind) ? 'structure and rules' : 'structure';
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

/** Writes a document, or says that it would change. */
function write(name: string, written: (text: string) => string): void {
  const file = fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const content = written(text);
  if (!process.argv.includes('--check')) writeFileSync(file, content);
  else if (content !== text) {
    console.error(`outdated: docs/${name}; run npm run generate`);
    process.exitCode = 1;
  }
}

write('fidelity.md', (text) => withMarked(withMarked(text, 'kinds', table), 'validation', validationDifferences()));
write('validation.md', validationPage);
