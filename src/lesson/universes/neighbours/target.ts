/** Draws what a scenario is about, so that no answer can count on a name. */
import type { Random } from '../../../engine/index.ts';
import type { Target } from '../types.ts';

/** `default/web` with `app: web`, as the lessons have it. */
export const usualTarget: Target = {
  namespace: 'default',
  name: 'web',
  labels: { app: 'web' },
  selector: { matchLabels: { app: 'web' } },
  alsoMatches: { app: 'web' },
};

/** A set with a name, a namespace, labels and a selector of its own. */
export function drawTarget(random: Random): Target {
  const name = random.pick(['web', 'web', 'api', 'cart']);
  const namespace = random.pick(['default', 'default', 'shop']);
  const app = { app: name };
  const form = random.int(4);
  if (form === 0) {
    const selector = { matchExpressions: [{ key: 'app', operator: 'In' as const, values: [name, `${name}-next`] }] };
    return { namespace, name, labels: app, selector, alsoMatches: { app: `${name}-next` } };
  }
  if (form === 1) {
    const labels = { ...app, tier: 'front' };
    const selector = { matchLabels: app, matchExpressions: [{ key: 'tier', operator: 'Exists' as const }] };
    return { namespace, name, labels, selector, alsoMatches: { ...app, tier: 'back' } };
  }
  return { namespace, name, labels: app, selector: { matchLabels: app }, alsoMatches: app };
}

/** The object that a manifest's labels or selector are, on one line of YAML. */
export const inline = (value: unknown): string => JSON.stringify(value);
