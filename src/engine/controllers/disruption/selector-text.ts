/** A selector as Go's generated `LabelSelector.String()` prints it. */
import type { LabelSelector } from 'converge/sdk';

export function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((name) => `${name}: ${matchLabels[name]},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) => `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return (
    `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
  );
}
