/** What one describer is given. */
import type { JsonObject } from '../../../engine/index.ts';
import type { Context } from '../../command.ts';
import type { PrefixWriter } from './prefix-writer.ts';

export interface Subject {
  readonly page: PrefixWriter;
  readonly object: JsonObject;
  readonly context: Context;
}

/** Writes a page, without its events. */
export type Describer = (subject: Subject) => void | Promise<void>;
