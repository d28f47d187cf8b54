/**
 * Every verb, in the order of kubectl's own list of commands. In the page most of them come in a piece (`session/needs.ts` loads it before an
 * input that names one); until then they are undefined.
 */
import type { Verb } from '../command.ts';
import { apply } from './apply/apply.ts';
import { attach } from './attach/attach.ts';
import { auth } from './auth/auth.ts';
import { autoscale } from './autoscale/autoscale.ts';
import { clusterInfo } from './cluster-info/cluster-info.ts';
import { config } from './config/config.ts';
import { cp } from './cp/cp.ts';
import { create } from './create/create.ts';
import { debug } from './debug/debug.ts';
import { deleteVerb } from './delete/delete.ts';
import { describe } from './describe/describe.ts';
import { diff } from './diff/diff.ts';
import { apiResources, apiVersions, version } from './discovery/discovery.ts';
import { edit } from './edit/edit.ts';
import { events } from './events/events.ts';
import { exec } from './exec/exec.ts';
import { explain } from './explain/explain.ts';
import { expose } from './expose/expose.ts';
import { get } from './get/get.ts';
import { logs } from './logs/logs.ts';
import { annotate, label } from './metadata/metadata.ts';
import { drain } from './node/drain.ts';
import { cordon, taint, uncordon } from './node/node.ts';
import { patch } from './patch/patch.ts';
import { portForward } from './port-forward/port-forward.ts';
import { alpha, certificate, completion, kustomize, plugin, proxy } from './unsupported/unsupported.ts';
import { replace } from './replace/replace.ts';
import { rollout } from './rollout/rollout.ts';
import { run } from './run/run.ts';
import { scale } from './scale/scale.ts';
import { set } from './set/set.ts';
import { top } from './top/top.ts';
import { wait } from './wait/wait.ts';

const all = (): readonly (Verb | undefined)[] => [
  create,
  expose,
  run,
  set,
  explain,
  get,
  edit,
  deleteVerb,
  rollout,
  scale,
  autoscale,
  certificate,
  clusterInfo,
  top,
  cordon,
  uncordon,
  drain,
  taint,
  describe,
  logs,
  auth,
  attach,
  exec,
  portForward,
  proxy,
  cp,
  debug,
  events,
  diff,
  apply,
  patch,
  replace,
  wait,
  kustomize,
  label,
  annotate,
  completion,
  apiResources,
  apiVersions,
  config,
  plugin,
  version,
  alpha,
];

/** Those that are loaded. */
export const loadedVerbs = (): readonly Verb[] => all().filter((verb) => verb !== undefined);

/** Whether a verb of this name or alias is loaded. */
export const hasVerb = (word: string): boolean =>
  loadedVerbs().some(({ name, aliases }) => name === word || aliases?.includes(word) === true);

/** Loads the others. */
export async function loadMoreVerbs(): Promise<void> {
  await import('./describe/describe.ts');
}
