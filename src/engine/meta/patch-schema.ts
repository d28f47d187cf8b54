/** What a strategic merge patch must know of a type; `api/` answers from the field tables. */
export interface PatchSchema {
  /** Undefined for fields nothing is known of: objects merge, lists are replaced. */
  field(name: string): PatchField | undefined;
}

export interface PatchField {
  /** Key by which a list's elements are told apart; '' for a set of plain values; undefined: the list is replaced. */
  readonly mergeKey: string | undefined;
  /** Whether a patch says which keys stay (`$retainKeys`). */
  readonly retainKeys: boolean;
  /** Of the object, or of the list's or map's elements. */
  readonly schema: PatchSchema | undefined;
}

/** For objects nothing is known of. */
export const NO_PATCH_SCHEMA: PatchSchema = { field: () => undefined };
