/** The real parts of a session, for runtimes. */
import * as sdk from 'converge/sdk';
import { createCluster } from '../engine/index.ts';
import { createShell } from '../shell/index.ts';
import { compileTypeScript } from './learner/compile.ts';
import type { Platform } from './platform.ts';
import type { SessionParts } from './session.ts';

export function sessionParts(platform: Platform): SessionParts {
  return { platform, compile: compileTypeScript, createCluster, createShell, sdk };
}
