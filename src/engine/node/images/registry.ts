/** The images that can be pulled: one line each. */
import type { Image } from '../../sdk/index.ts';
import { agnhost } from './agnhost/index.ts';
import { alpine } from './alpine.ts';
import { busybox } from './busybox.ts';
import { curlImage } from './curl.ts';
import { httpEcho } from './http-echo.ts';
import { nginx } from './nginx.ts';
import { pause } from './pause.ts';

/** Those of the small door (`index.ts`), which has no shell. */
export const smallImages: readonly Image[] = [nginx, pause];

export const builtInImages: readonly Image[] = [nginx, busybox, alpine, pause, agnhost, httpEcho, curlImage];
