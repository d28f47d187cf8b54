/** What may change in a pod that waits behind scheduling gates: where it may run, narrower than before. */
import { deepEqual, type FieldError, invalidValue, shownMap } from '../../../../meta/index.ts';
import type { NodeSelector, NodeSelectorTerm, PodSpec } from '../../../generated/types.ts';

const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
const ONLY_MORE = 'only additions are allowed (no mutations or deletions)';

/** The new spec with the changes that gated pods may have as they were; what is wrong with them goes to `errors`. */
export function withoutGatedChanges(spec: PodSpec, old: PodSpec, errors: FieldError[]): PodSpec {
  selectorErrors(spec, old, errors);
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const [now, before] = [spec.affinity?.nodeAffinity, old.affinity?.nodeAffinity];
  if (!deepEqual(now ?? null, before ?? null)) termErrors(now?.[required], before?.[required], errors);
  const { nodeSelector: _, affinity: __, ...rest } = spec;
  const { nodeAffinity: ___, ...others } = spec.affinity ?? {};
  const affinity = { ...others, ...(before !== undefined && { nodeAffinity: before }) };
  const keepsAffinity = old.affinity !== undefined || Object.keys(affinity).length > 0;
  return {
    ...rest,
    ...(old.nodeSelector !== undefined && { nodeSelector: old.nodeSelector }),
    ...(keepsAffinity && { affinity }),
  };
}

function selectorErrors({ nodeSelector = {} }: PodSpec, old: PodSpec, errors: FieldError[]): void {
  const kept = Object.entries(old.nodeSelector ?? {}).every(([key, value]) => nodeSelector[key] === value);
  if (kept) return;
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  errors.push({ ...invalidValue('spec.nodeSelector', nodeSelector, detail), shown: shownMap(nodeSelector) });
}

/** Terms are alternatives: another one would widen, so only what is in each may grow. */
function termErrors(now: NodeSelector | undefined, before: NodeSelector | undefined, errors: FieldError[]): void {
  const old = before?.nodeSelectorTerms ?? [];
  if (old.length === 0) return;
  const terms = now?.nodeSelectorTerms ?? [];
  if (terms.length !== old.length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    errors.push(invalidValue(TERMS, terms, detail));
    return;
  }
  for (const [index, term] of terms.entries()) {
    const was = old[index] ?? {};
    if (!begins(term, was, 'matchExpressions') || !begins(term, was, 'matchFields')) {
      errors.push(invalidValue(`${TERMS}[${index}]`, term, ONLY_MORE));
    }
  }
}

function begins(term: NodeSelectorTerm, was: NodeSelectorTerm, list: 'matchExpressions' | 'matchFields'): boolean {
  return (was[list] ?? []).every((each, index) => deepEqual(each, term[list]?.[index] ?? null));
}
