/** The images that can be pulled: one line each. */
import type { Image } from '../../sdk/index.ts';
import { agnhost } from './agnhost/index.ts';
import { alpine } from './alpine.ts';
import { busybox } from './busybox.ts';
import { curlImage } from './curl.ts';
import { exampleImages } from './example-images.ts';
import { httpEcho } from './http-echo.ts';
import { nginx } from './nginx.ts';
import { pause } from './pause.ts';
import { shop } from './shop.ts';

export const builtInImages: readonly Image[] = [nginx, busybox, alpine, pause, agnhost, httpEcho, curlImage];

/** Those that the course brings, what other clusters' tests expect, and what the manifests in `examples/` run. They come with the profile `full`: see scripts/build-worker.ts. */
export const courseImages = (): readonly Image[] => [shop, ...exampleImages];
