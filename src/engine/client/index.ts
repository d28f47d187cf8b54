/** The client side of the API. */
export { type ClientOptions, type ConnectedClient, clientOver, createClient } from './client.ts';
export { type Call, type Connection, type ConnectionOptions, createConnection } from './connection.ts';
export { createEventRecorder, noEvents, type ObjectEventRecorder, type RecorderOptions } from './event-recorder.ts';
export { createIndexer } from './indexer.ts';
export { createInformer, type InformerOptions } from './informer.ts';
export { type LeaderElection, type LeaderElectionOptions, startLeaderElection } from './leader-election.ts';
export { createRateLimiter, defaultRateLimits, type RateLimiter, type RateLimits } from '../parts/rate-limiter.ts';
export type {
  ReflectorEffect,
  ReflectorEvent,
  ReflectorObject,
  ReflectorState,
  ReflectorStep,
} from '../parts/reflector.ts';
export { createSharedInformers, type SharedInformers, type SharedInformersOptions } from './shared-informers.ts';
export type {
  Client,
  DeleteOptions,
  Informer,
  InformerHandlers,
  Lister,
  ListOptions,
  Many,
  ManyDeleted,
  PatchType,
  Ref,
} from './types.ts';
