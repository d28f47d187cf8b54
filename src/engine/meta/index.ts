/** Object metadata, selectors, quantities, patches, Status. Pure; imports nothing. */
export * from './annotations.ts';
export * from './bytes.ts';
export * from './conditions.ts';
export * from './cron.ts';
export * from './equal.ts';
export * from './errors.ts';
export * from './field-error.ts';
export * from './field-selector.ts';
export * from './field-set.ts';
export * from './go-duration.ts';
export * from './go-value.ts';
export type {
  ApiRequest,
  ApiResponse,
  Exchange,
  Handler,
  HttpAnswer,
  HttpRequest,
  Method,
  StreamEnd,
  User,
} from './http.ts';
export * from './ip.ts';
export { isJsonObject, type Json, type JsonObject } from './json.ts';
export * from './json-patch.ts';
export { createListFilter } from './list-filter.ts';
export type { Candidacy, LeaseDecision, LeaseRecord } from './leases.ts';
export * from './merge-patch.ts';
export * from './names.ts';
export type {
  KubeObject,
  LabelSelector,
  LabelSelectorRequirement,
  ListMeta,
  ManagedFieldsEntry,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
} from './object.ts';
export * from './object-key.ts';
export * from './owner.ts';
export * from './patch-schema.ts';
export * from './quantity.ts';
export { rememberedOf } from './remember.ts';
export * from './selector-parser.ts';
export * from './selectors.ts';
export * from './strategic-diff.ts';
export * from './strategic-patch.ts';
export * from './structural-node.ts';
export * from './time.ts';
export * from './typed-compare.ts';
export { TypedError } from './typed-elements.ts';
export * from './typed-merge.ts';
export * from './typed-node.ts';
export type { Attempt, Stored, UpdateAction, UpdateEvent, UpdateStep, Write } from './updates.ts';
export { withPart } from './with-part.ts';
