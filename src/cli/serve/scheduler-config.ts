/** Files that configure a scheduler, as kube-scheduler's `--config` takes them: their profiles, with the plugins of each. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'astro/zod';
import type { SchedulerConfiguration } from '../../engine/index.ts';
import { FlagError } from './options.ts';

const plugin = z.strictObject({ name: z.string(), weight: z.int().min(0).max(100).optional() });
const set = z.strictObject({ enabled: z.array(plugin).optional(), disabled: z.array(plugin).optional() });
const profile = z.strictObject({
  schedulerName: z.string().default('default-scheduler'),
  plugins: z.record(z.string(), set).optional(),
});
/** What else such a file says is about the process: connections, leader election, debugging. */
const configuration = z.object({
  apiVersion: z.literal('kubescheduler.config.k8s.io/v1'),
  kind: z.literal('KubeSchedulerConfiguration'),
  profiles: z.array(profile).default([{ schedulerName: 'default-scheduler' }]),
});

/** Throws FlagError for a file that isn't there, or whose profiles say what isn't simulated. */
export function schedulersOf(files: readonly string[]): readonly SchedulerConfiguration[] {
  return files.map((file) => {
    const { data, error } = configuration.safeParse(read(file));
    if (data === undefined) throw new FlagError(`--scheduler-config: ${file}: ${z.prettifyError(error)}`);
    const { profiles } = data as SchedulerConfiguration;
    return { profiles };
  });
}

function read(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new FlagError(`--scheduler-config: ${error instanceof Error ? error.message : String(error)}`);
  }
}
