/** The table of upstream's validation rules: a file per kind or part of one. */
import { podContainerRules } from './core/pod-containers.ts';
import { podSpecRules } from './core/pod-spec.ts';
import { podVolumeRules } from './core/pod-volumes.ts';
import type { UpstreamFunction } from './rule.ts';

export const validationRules: readonly UpstreamFunction[] = [...podSpecRules, ...podVolumeRules, ...podContainerRules];
