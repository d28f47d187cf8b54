/** `kubectl auth`: what one may do, and who one is. */
import type { Verb } from '../../command.ts';
import { canI } from './can-i.ts';
import { reconcile } from './reconcile.ts';
import { whoami } from './whoami.ts';

export const auth: Verb = {
  name: 'auth',
  short: 'Inspect authorization',
  usage: 'SUBCOMMAND',
  children: [canI, reconcile, whoami],
};
