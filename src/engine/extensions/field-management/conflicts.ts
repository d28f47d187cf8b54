/** How an apply is refused that would change what others own (upstream: apimachinery pkg/util/managedfields/internal/conflict.go). */
import { failure, fieldPathText, pathsOfFields, type Status } from '../../meta/index.ts';
import { identityOf, type Manager } from './managers.ts';
import type { Conflict } from './ownership.ts';

/** 409 with a cause for each field, by manager. */
export function applyConflict(conflicts: readonly Conflict[]): Status {
  const sorted = [...conflicts].sort((a, b) => (identityOf(a.manager) < identityOf(b.manager) ? -1 : 1));
  const found = sorted.map(({ manager, fields }) => ({
    words: managerText(manager),
    paths: pathsOfFields(fields).map(fieldPathText),
  }));
  const causes = found.flatMap(({ words, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${words}`, field })),
  );
  const [only] = causes;
  const message =
    causes.length === 1
      ? `Apply failed with 1 conflict: ${only?.message}: ${only?.field}`
      : `Apply failed with ${causes.length} conflicts: ${found.map(linesOf).join('\n')}`;
  return failure(409, 'Conflict', message, { causes });
}

function linesOf({ words, paths }: { readonly words: string; readonly paths: readonly string[] }): string {
  return [`conflicts with ${words}:`, ...paths.map((path) => `- ${path}`)].join('\n');
}

function managerText({ manager, subresource, operation, apiVersion }: Manager): string {
  const name = JSON.stringify(manager) + (subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`);
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}
