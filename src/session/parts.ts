/** The real parts of a session, for runtimes. */
import * as sdk from 'converge/sdk';
import { createCluster } from '../engine/index.ts';
import { createShell } from '../shell/index.ts';
import { compileTypeScript } from './learner/compile.ts';
import type { Platform } from './platform.ts';
import type { SessionParts } from './session.ts';
import { unix } from '../posix/index.ts';

/** What `kubectl explain` says of types (field '') and their fields: `.generated/descriptions.json`. */
export type Descriptions = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** Without descriptions, `kubectl explain` knows names and types only. */
export function sessionParts(platform: Platform, descriptions: Descriptions = {}): SessionParts {
  const describe = (type: string, field: string) => descriptions[type]?.[field] ?? '';
  return {
    platform,
    compile: compileTypeScript,
    createCluster: (options) => createCluster({ unix, ...options, descriptions: describe }),
    createShell,
    sdk,
  };
}
