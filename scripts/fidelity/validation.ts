/** docs/validation.md, and the list of rules in docs/fidelity.md that aren't upstream's by purpose: of the table in tests/validation-rules. */
import type { Json } from '../../src/engine/meta/index.ts';
import { validationRules } from '../../tests/validation-rules/index.ts';
import { notServed } from '../../tests/validation-rules/not-served.ts';
import type { Rule, Standing, UpstreamFunction } from '../../tests/validation-rules/rule.ts';
import { upstreamFunctions } from '../../tests/validation-rules/upstream-functions.ts';

const longestText = 60;

/** Functions in a line. */
const perLine = 8;

/** Long texts are shortened: what they are made of doesn't matter. */
function shown(value: Json): string {
  const text = JSON.stringify(value, (_, part: Json) => {
    return typeof part === 'string' && part.length > longestText ? `${part.slice(0, 8)}… (${part.length} characters)` : part;
  });
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** Text in a cell, as code. */
function code(text: string): string {
  const safe = text.replaceAll('\n', '\\n').replaceAll('|', '\\|');
  return safe.includes('`') ? `\`\` ${safe} \`\`` : `\`${safe}\``;
}

const requests: Readonly<Record<Rule['request'], string>> = {
  create: 'POST',
  update: 'PUT',
  status: 'PUT `status`',
  resize: 'PUT `resize`',
  ephemeralcontainers: 'PUT `ephemeralcontainers`',
  finalize: 'PUT `finalize`',
  updateWhileDeleted: 'PUT while it is being deleted',
  scale: 'PUT `scale`',
  patch: 'PATCH (strategic merge)',
  binding: 'POST `binding`',
  token: 'POST `token`',
  eviction: 'POST `eviction`',
  createOptions: 'POST with',
  updateOptions: 'PUT with',
  patchOptions: 'PATCH with',
  applyOptions: 'PATCH (apply) with',
  deleteOptions: 'DELETE with',
  listOptions: 'GET of the list with',
  tableOptions: 'GET of the list as a table with',
  watchOptions: 'GET of a watch with',
  logOptions: 'GET `log` with',
};

/** Names that a rule takes from the API, which are no words. */
const namesInRules = /(?<![`\w])(?:storageos|rbd|quobyte|iscsi|iqn|glusterfs|nfs|flocker|naa|fc|eui|cephfs|csi|grpc|uids?|sysctls?|seccomp|\/proc)(?!\w)/g;

const marked = (rule: string): string => rule.replaceAll(namesInRules, '`$&`');

function row({ rule, request, from, to, answer, why, standing }: Rule): string {
  const change = Object.keys(from).length === 0 ? shown(to) : `${shown(from)} → ${shown(to)}`;
  const comes = answer.length === 0 ? 'accepted' : answer.map((each) => code(shortened(each))).join('<br>');
  const notes = standing === 'held' ? 'held' : `${standing}: ${why}`;
  return `| ${marked(rule)} | ${requests[request]} ${code(change)} | ${comes} | ${notes} |`;
}

const shortened = (text: string): string => (text.length > 420 ? `${text.slice(0, 420)}…` : text);

function functionSection({ name, here, rules }: UpstreamFunction): string {
  const head = `**${name}** – \`src/engine/${here}\``;
  return [head, '', '| Rule | Broken by | What comes out | Here |', '|---|---|---|---|', ...rules.map(row)].join('\n');
}

const count = (functions: readonly UpstreamFunction[], standing?: Standing): number =>
  functions.flatMap(({ rules }) => rules).filter((each) => standing === undefined || each.standing === standing).length;

function summaryRow(name: string, functions: readonly UpstreamFunction[]): string {
  const counts = [count(functions), count(functions, 'held'), count(functions, 'differs'), count(functions, 'unreachable')];
  return `| ${[name, ...counts].join(' | ')} |`;
}

/** Each function of upstream's with the number of places where it makes an error. */
function functionsOf(file: string): readonly (readonly [name: string, places: number])[] {
  return (upstreamFunctions[file] ?? '').split(' ').map((each) => {
    const [name = '', places = '0'] = each.split(':');
    return [name, Number(places)] as const;
  });
}

function reasonNotServed(file: string, name: string): string | undefined {
  return notServed.find(([, of, names]) => of === file && names.split(' ').some((begin) => name.startsWith(begin)))?.[0];
}

/** What isn't in the table: of kinds that aren't served, and what has not been read yet. */
function restOf(): { readonly unread: readonly string[]; readonly unserved: ReadonlyMap<string, number>; readonly places: { readonly all: number; readonly unread: number } } {
  const read = new Set(validationRules.map(({ file, name }) => `${file} ${name}`));
  const unserved = new Map<string, number>();
  const unread: string[] = [];
  const places = { all: 0, unread: 0 };
  for (const file of Object.keys(upstreamFunctions)) {
    const left: string[] = [];
    for (const [name, errors] of functionsOf(file)) {
      const why = reasonNotServed(file, name);
      if (why !== undefined) unserved.set(why, (unserved.get(why) ?? 0) + errors);
      else {
        places.all += errors;
        if (read.has(`${file} ${name}`)) continue;
        places.unread += errors;
        left.push(`\`${name}\` (${errors})`);
      }
    }
    if (left.length === 0) continue;
    unread.push(`- \`${file}\``);
    for (let begin = 0; begin < left.length; begin += perLine) unread.push(`  - ${left.slice(begin, begin + perLine).join(', ')}`);
  }
  return { unread, unserved, places };
}

const byKind = (): ReadonlyMap<string, readonly UpstreamFunction[]> => Map.groupBy(validationRules, ({ kind }) => kind);

/** docs/validation.md. */
export function validationPage(): string {
  const { unread, unserved, places } = restOf();
  const kinds = [...byKind()];
  const table = [
    '| Kind | Rules of upstream | Held | Different by purpose | Out of reach |',
    '|---|---|---|---|---|',
    ...kinds.map(([kind, functions]) => summaryRow(kind, functions)),
    summaryRow('All', validationRules),
  ];
  const sections = kinds.map(([kind, functions]) => `## ${kind}\n\n${functions.map(functionSection).join('\n\n')}`);
  return `# Validation, rule by rule

Written by \`npm run generate\` from the table in \`tests/validation-rules\`. \`tests/validation-rules.test.ts\` sends each row to an API server of
the profile \`full\`. Field, type and message must be those that upstream prints.

Each row is a rule of a function of Kubernetes 1.33, with an object that breaks it. *Different by purpose* is in
[fidelity.md](fidelity.md), too. *Out of reach* is what no request can break, there as here: defaults or admission come first. The row then says
what comes instead.

${table.join('\n')}

Upstream's functions make errors in ${places.all} places, those for kinds that aren't served left out. The table goes through functions with
${places.all - places.unread} of them.

## Not yet read

These functions aren't in the table. The number is that of the places where they make an error. Many of their rules are held all the same; which
ones is not written down yet.

${unread.length === 0 ? 'None.' : unread.join('\n')}

## Kinds that aren't served

Their rules are left out. The number is that of the places where upstream makes an error.

| Of | Errors |
|---|---|
${[...unserved].map(([of, errors]) => `| ${of} | ${errors} |`).join('\n')}

${sections.join('\n\n')}
`;
}

/** The list in docs/fidelity.md. */
export function validationDifferences(): string {
  const lines = validationRules.flatMap(({ kind, name, rules }) => {
    return rules.filter(({ standing }) => standing === 'differs').map(({ rule, why }) => `| ${kind} | \`${name}\` | ${marked(rule)} | ${why} |`);
  });
  return ['| Kind | Upstream’s function | Rule | Why |', '|---|---|---|---|', ...lines].join('\n');
}
