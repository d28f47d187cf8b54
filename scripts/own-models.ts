/**
 * Types of kinds that upstream doesn't have, in place of the models of @kubernetes/client-node. Read by `generate-api.ts`.
 * What a field is by default and which values it may have is said by the rules of the kind (`defineKind`).
 */

export interface OwnField {
  /** `string`, `integer`, `number`, `boolean`, `time`, `quantity`, or the name of a model: `V1BackupSpec`, `V1LabelSelector`. */
  readonly type: string;
  /** Many of them: a list, or a map by name. */
  readonly many?: 'list' | 'map';
  /** Decoding refuses an object without it. */
  readonly required?: true;
  /** What `kubectl explain` says. */
  readonly description: string;
}

export interface OwnModel {
  readonly description: string;
  readonly fields: Readonly<Record<string, OwnField>>;
}

/**
 * By name, `V1<Kind>` the kind itself; `apiVersion`, `kind` and `metadata` are added to that one. For example:
 *
 *   V1Backup: {
 *     description: 'Backup says when something is saved.',
 *     fields: { spec: { type: 'V1BackupSpec', description: 'What is wanted.' } },
 *   },
 *   V1BackupSpec: {
 *     description: 'BackupSpec is what is wanted of a Backup.',
 *     fields: { schedule: { type: 'string', required: true, description: 'When it is saved, in Cron format.' } },
 *   },
 */
export const OWN_MODELS: Readonly<Record<string, OwnModel>> = {};
