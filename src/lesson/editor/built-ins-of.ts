/** Which of the built-in controllers and plugins a cluster can run. Pure. */
import type { BuiltIn } from './built-in.ts';

/** Each name once: in a cloud, what runs there. Without one, its controllers can still be read. */
export function builtInsOf(all: readonly BuiltIn[], cluster: { readonly cloud?: boolean | undefined } | undefined): readonly BuiltIn[] {
  const inCloud = cluster?.cloud === true;
  return all.filter((one) => !all.some((other) => other !== one && other.name === one.name && (other.cloud === true) === inCloud));
}
