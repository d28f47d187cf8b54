/** A file that configures the kubelets, as kubelet's `--config` takes it: what it says of evictions and shutdowns. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'astro/zod';
import { checkKubeletConfiguration, type KubeletConfiguration } from '../../engine/index.ts';
import { FlagError } from './options.ts';

const bySignal = z.record(z.string(), z.string());
/** What else such a file says isn't simulated. */
const schema = z.object({
  apiVersion: z.literal('kubelet.config.k8s.io/v1beta1'),
  kind: z.literal('KubeletConfiguration'),
  evictionHard: bySignal.optional(),
  evictionSoft: bySignal.optional(),
  evictionSoftGracePeriod: bySignal.optional(),
  evictionMaxPodGracePeriod: z.int().optional(),
  evictionMinimumReclaim: bySignal.optional(),
  evictionPressureTransitionPeriod: z.string().optional(),
  shutdownGracePeriod: z.string().optional(),
  shutdownGracePeriodCriticalPods: z.string().optional(),
  shutdownGracePeriodByPodPriority: z.array(z.object({ priority: z.int(), shutdownGracePeriodSeconds: z.int() })).optional(),
});

/** Throws FlagError for a file that isn't there, or that a kubelet doesn't start with. */
export function kubeletConfigurationOf(file: string): KubeletConfiguration {
  try {
    const { data, error } = schema.safeParse(parse(readFileSync(file, 'utf8')));
    if (data === undefined) throw new Error(z.prettifyError(error));
    const { apiVersion: _, kind: __, ...configuration } = data as typeof data & KubeletConfiguration;
    checkKubeletConfiguration(configuration);
    return configuration;
  } catch (error) {
    throw new FlagError(`--kubelet-config: ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
