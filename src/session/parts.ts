/** The real parts of a session, for runtimes. */
import * as sdk from 'converge/sdk';
import { createCluster } from '../engine/index.ts';
import { createShell } from '../shell/index.ts';
import { rememberingCompile } from './learner/compile.ts';
import { typeScriptTools } from './learner/toolchain.ts';
import type { Platform } from './platform.ts';
import type { SessionParts } from './session.ts';
import { unix } from '../posix/index.ts';

/** What `kubectl explain` says of types (field '') and their fields: `.generated/descriptions.json`. */
export type Descriptions = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** Loads them when one is about to be read. */
export type LoadDescriptions = () => Promise<Descriptions>;

/** Without descriptions, `kubectl explain` knows names and types only. */
export function sessionParts(platform: Platform, descriptions: Descriptions | LoadDescriptions = {}): SessionParts {
  const loads = typeof descriptions === 'function';
  let known = loads ? {} : descriptions;
  const describe = (type: string, field: string) => known[type]?.[field] ?? '';
  return {
    platform,
    // Universes compile the same files, each in a session of its own.
    compile: rememberingCompile((file, source) => typeScriptTools().compileTypeScript(file, source)),
    compileApart: rememberingCompile((file, source) => typeScriptTools().compileNotingCatches(file, source)),
    createCluster: (options) => createCluster({ unix, ...options, descriptions: describe }),
    createShell,
    sdk,
    ...(loads && {
      async loadDescriptions() {
        known = await descriptions();
      },
    }),
  };
}
