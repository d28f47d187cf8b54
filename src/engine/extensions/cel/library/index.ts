/** Every function that expressions may call. */
import { type Functions, functionsOf } from '../functions.ts';
import { arithmetic } from './arithmetic.ts';
import { authorizers } from './authorizers.ts';
import { collections } from './collections.ts';
import { conversions } from './conversions.ts';
import { formats } from './formats.ts';
import { networks } from './networks.ts';
import { quantities } from './quantities.ts';
import { strings } from './strings.ts';
import { times } from './times.ts';
import { versions } from './versions.ts';

const libraries = [
  arithmetic,
  conversions,
  times,
  strings,
  collections,
  quantities,
  networks,
  formats,
  versions,
  authorizers,
];

let functions: Functions | undefined;

/** Built when first used. */
export function standardFunctions(): Functions {
  functions ??= functionsOf(libraries);
  return functions;
}
