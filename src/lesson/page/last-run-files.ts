/** Which texts of an exercise a session last ran, from its log. Pure. */
import type { SessionLog } from '../../session/types.ts';

/** As they stood when the controller was last swapped in, or the manifest applied; `start` where it never was. */
export function lastRunFiles(
  log: SessionLog,
  controller: string,
  start: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const stood = new Map(Object.entries({ ...start, ...log.files }));
  let ran = start;
  for (const input of log.inputs) {
    if (input.type === 'edit' && input.text !== null) stood.set(input.path, input.text);
    else if (input.type === 'edit') stood.delete(input.path);
    else if ((input.type === 'swap' && input.controller === controller) || (input.type === 'manifest' && input.path === controller)) ran = Object.fromEntries(stood);
  }
  return Object.fromEntries(Object.keys(start).map((path) => [path, ran[path] ?? '']));
}
