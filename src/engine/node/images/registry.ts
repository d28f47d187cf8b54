/** The images that can be pulled: one line each. */
import type { Image } from '../../sdk/index.ts';
import { alpine } from './alpine.ts';
import { busybox } from './busybox.ts';
import { nginx } from './nginx.ts';
import { pause } from './pause.ts';

export const builtInImages: readonly Image[] = [nginx, busybox, alpine, pause];
