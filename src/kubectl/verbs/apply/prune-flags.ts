/** Flags of `kubectl apply --prune`. */
import type { Context } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { Flag } from '../../flags.ts';

export const PRUNE_FLAGS: readonly Flag[] = [
  { name: 'prune', type: 'bool', help: 'Delete what was applied once and is not in the files; with -l or --all' },
  { name: 'prune-allowlist', type: 'lines', help: 'With --prune: only these, each <group/version/kind>' },
  { name: 'all', type: 'bool', help: 'With --prune: all objects of the namespaces applied to' },
  {
    name: 'cascade',
    type: 'string',
    default: 'background',
    values: ['background', 'foreground', 'orphan'],
    help: 'background, foreground or orphan',
  },
  { name: 'grace-period', type: 'int', default: '-1', help: 'Seconds of grace for what is deleted' },
  { name: 'timeout', type: 'duration', default: '0s', help: 'How long --wait waits; 0 for as long as it takes' },
];

/** How what is pruned takes its dependents along; undefined without --prune. Throws for flags that don't go together. */
export function pruningPolicy({ flags }: Context): string | undefined {
  if (flags.bool('all') && flags.string('selector') !== '') throw new CliError('cannot set --all and --selector at the same time');
  const policy = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' }[flags.string('cascade')];
  if (policy === undefined) {
    const given = flags.string('cascade');
    throw new CliError(`invalid cascade value (${given}). Must be "background", "foreground", or "orphan"`);
  }
  return flags.bool('prune') ? policy : undefined;
}
