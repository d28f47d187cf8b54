/** Whether a pod may be on a node by its labels and taints: shared by scheduler, kubelet and controllers. */
import type {
  Node,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  Pod,
  Taint,
  Toleration,
} from '../api/generated/types.ts';

type Labels = Readonly<Record<string, string>>;

/** Effect equal or empty, key equal (or empty with Exists), and Exists or the same value. */
export function tolerates(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  if (tolerations === undefined) return false;
  for (const { effect, key, operator, value } of tolerations) {
    if (effect !== undefined && effect !== '' && effect !== taint.effect) continue;
    const anyKey = key === undefined || key === '';
    if (!anyKey && key !== taint.key) continue;
    if (operator === 'Exists') return true;
    if (!anyKey && (operator === undefined || operator === '' || operator === 'Equal') && same(value, taint.value)) {
      return true;
    }
  }
  return false;
}

function same(a: string | undefined, b: string | undefined): boolean {
  return (a ?? '') === (b ?? '');
}

/** The first taint that keeps such a pod off a node (NoSchedule, NoExecute); undefined when none does. */
export function untoleratedTaint(
  taints: readonly Taint[],
  tolerations: readonly Toleration[] | undefined,
): Taint | undefined {
  for (const taint of taints) {
    if (taint.effect !== 'NoSchedule' && taint.effect !== 'NoExecute') continue;
    if (!tolerates(tolerations, taint)) return taint;
  }
  return undefined;
}

/** All expressions of a term hold. An empty term matches nothing. */
export function matchesTerm(term: NodeSelectorTerm, labels: Labels, nodeName: string): boolean {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  for (const each of matchExpressions) {
    if (!holds(each, Object.hasOwn(labels, each.key) ? labels[each.key] : undefined)) return false;
  }
  for (const each of matchFields) {
    if (!holds(each, each.key === 'metadata.name' ? nodeName : undefined)) return false;
  }
  return true;
}

const WHOLE = /^[+-]?\d+$/;

function holds({ operator, values = [] }: NodeSelectorRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
    case 'Lt': {
      const bound = values[0];
      if (value === undefined || bound === undefined || !WHOLE.test(value) || !WHOLE.test(bound)) return false;
      return operator === 'Gt' ? Number(value) > Number(bound) : Number(value) < Number(bound);
    }
    default:
      return false;
  }
}

/** nodeSelector and the required terms of nodeAffinity (terms are alternatives). */
export function matchesNodeAffinity(pod: Pick<Pod, 'spec'>, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const selector = pod.spec.nodeSelector;
  for (const key in selector) if (labels[key] !== selector[key]) return false;
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined) return true;
  return required.nodeSelectorTerms.some((term) => matchesTerm(term, labels, node.metadata.name));
}
