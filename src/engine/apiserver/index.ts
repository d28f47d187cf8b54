/** The API server: authentication, authorization, admission, validation, storage, watch cache, discovery. */
export { urlOf as webhookUrl } from './admission/webhooks/ask.ts';
export type { CallWebhook, WebhookAnswer } from './admission/webhooks/call.ts';
export { type ApiServer, type ApiServerOptions, createApiServer } from './api-server.ts';
export { type Authorizer, alwaysAllow, noOpinion, privilegedGroup } from './authorization.ts';
export type { ApiFeatures } from './features.ts';
export type { RequestInfo, ResourceInfo } from './request-info.ts';
export { createKeyNamer } from './resource.ts';
export type { Credentials, ExecOptions, LogOptions, NodeLogs, NodeStreams } from './server-parts.ts';
