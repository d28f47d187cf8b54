/** Object metadata, selectors, quantities, patches, Status. Pure; imports nothing. */
export type { ApiRequest, ApiResponse, Exchange, Handler, Method, User } from './http.ts';
export type { Json, JsonObject } from './json.ts';
export type {
  KubeObject,
  LabelSelector,
  LabelSelectorRequirement,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
} from './object.ts';
