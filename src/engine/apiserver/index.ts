/** The API server's core: what every request needs. What can be left out is in `engine/extensions/`. */
export type { CallWebhook, WebhookAnswer } from './admission/call-webhook.ts';
export { type ApiServer, type ApiServerOptions, createApiServer } from './api-server.ts';
export { type Authorizer, alwaysAllow, noOpinion, privilegedGroup } from './authorization.ts';
export type { Credentials } from './credentials.ts';
export { type ApiFeature, type ApiFeatures, mergeFeatures } from './feature.ts';
export type { ExecOptions, LogOptions, NodeLogs, NodeStreams } from './node-access.ts';
export type { RequestInfo, ResourceInfo } from './request-info.ts';
export { createKeyNamer } from './resource.ts';
