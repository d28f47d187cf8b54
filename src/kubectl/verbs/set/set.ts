/** `kubectl set`: what it can set, each in a file of its own. */
import type { Verb } from '../../command.ts';
import { env } from './env.ts';
import { image } from './image.ts';
import { resources } from './resources.ts';
import { selector } from './selector.ts';
import { serviceAccount } from './service-account.ts';
import { subject } from './subject.ts';

export const set: Verb = {
  name: 'set',
  short: 'Set specific features on objects',
  usage: 'SUBCOMMAND',
  children: [env, image, resources, selector, serviceAccount, subject],
};
