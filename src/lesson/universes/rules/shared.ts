/** What several rules need. */
import type { KubeObject, LabelSelector } from '../../../engine/index.ts';
import type { Template, Write } from '../types.ts';

/** How far behind a cache may be: what is this old may still be acted on. Milliseconds. */
export const staleMs = 10_000;

/** The selector of a set; undefined for kinds without one. */
export function selectorOf(object: KubeObject): LabelSelector | undefined {
  const spec: unknown = Reflect.get(object, 'spec');
  if (typeof spec !== 'object' || spec === null) return undefined;
  // The API server has checked it.
  return Reflect.get(spec, 'selector') as LabelSelector | undefined;
}

/** The template of a set; undefined for kinds without one. */
export function templateOf(object: KubeObject): Template | undefined {
  const spec: unknown = Reflect.get(object, 'spec');
  if (typeof spec !== 'object' || spec === null) return undefined;
  // The API server has checked it.
  return Reflect.get(spec, 'template') as Template | undefined;
}

/** `web-7k2xq`; with its namespace where that isn't `default`. */
export const shortName = ({ object }: Pick<Write, 'object'>): string =>
  object.split('/').slice(1).join('/').replace(/^default\//, '');
