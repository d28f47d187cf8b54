import { type KubeObject, type LabelSelector, labelSelectorMatcher } from '../meta/index.ts';
import type { Controller } from './types.ts';

/** Says what a controller is, and lets the type checker see that its parts fit together. */
export function defineController<T extends KubeObject>(controller: Controller<T>): Controller<T> {
  return controller;
}

/** Whether a selector selects these labels. An absent selector selects nothing, an empty one everything. */
export function matches(
  selector: LabelSelector | undefined,
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  return labelSelectorMatcher(selector)(labels);
}
