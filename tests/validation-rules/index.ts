/** The table of upstream's validation rules: a file per kind or part of one. */
import { podSpecRules } from './core/pod-spec.ts';
import type { UpstreamFunction } from './rule.ts';

export const validationRules: readonly UpstreamFunction[] = [...podSpecRules];
