/**
 * The way of a request, outermost first: what it requests, its user, its record in the trace, authorization, and then the verb
 * (upstream: apiserver pkg/server/config.go, DefaultBuildHandlerChain). Admission comes inside the verbs that write.
 */
import type { TraceId } from '../kernel/index.ts';

import {
  type ApiRequest,
  type Exchange,
  type Handler,
  methodNotAllowed,
  pathNotFound,
  type Status,
  type User,
} from '../meta/index.ts';
import type { Audit } from './audit.ts';
import { authorize } from './authorization.ts';
import type { Context, Received, ServerParts } from './context.ts';
import type { FlowControl } from './flow-control.ts';
import { type NonResourceOptions, serveNonResource } from './non-resource.ts';
import { refuse, statusOfThrown } from './outcome.ts';
import { checkWriteOptions } from './parameters.ts';
import { type RequestInfo, type ResourceInfo, requestInfo } from './request-info.ts';
import type { Resource } from './resource.ts';
import { respondStatus } from './respond.ts';
import { settling } from './settling.ts';
import { subresourceHandler } from './subresources/registry.ts';
import { verbHandler } from './verbs/registry.ts';
import { createWarnings } from './warnings.ts';

export interface PipelineOptions extends NonResourceOptions {
  /** Records who did what; by default nothing does. */
  readonly audit?: Audit | undefined;
  /** Decides which requests wait; by default none does. */
  readonly flowControl?: FlowControl | undefined;
  /** A fault: what it returns is the answer instead. Called after authorization. */
  readonly refuse: ((request: ApiRequest, info: RequestInfo, user: User) => Status | undefined) | undefined;
}

/** Answers requests, one way for all of them. */
export function createPipeline(options: PipelineOptions): Handler {
  const { parts, audit, flowControl, metrics } = options;
  const { access, trace } = parts;
  return (request, given) => {
    let hangUp = (): void => undefined;
    const onHangUp = (run: () => void): void => {
      hangUp = run;
    };
    const info = requestInfo(request);
    const counted = isServed(info, parts) ? (metrics?.observe(request, info, given) ?? given) : given;
    const record = audit?.begin(request, info, counted);
    const annotate: Context['annotate'] = (key, value) => record?.annotate(key, value);
    const traceBefore = trace.current;
    let user: User;

    function proceed(exchange: Exchange): void {
      try {
        const { reason } = authorize(access.authorize, user, info);
        if (record !== undefined) record.decision = 'allow';
        if (record !== undefined) record.reason = reason;
        const refused = options.refuse?.(request, info, user);
        if (refused !== undefined) refuse(refused);
        if (info.isResource) serveResource({ request, info, user, exchange, annotate, onHangUp }, parts);
        else serveNonResource(request, exchange, options);
      } catch (error) {
        const status = statusOfThrown(error);
        if (record?.decision === '') record.decision = 'forbid';
        respondStatus(exchange, status);
      }
    }

    const exchange = record?.exchange ?? counted;
    try {
      const authenticated = access.authenticate(request);
      if (record !== undefined) record.user = authenticated;
      user = access.impersonate(authenticated, request);
      if (record !== undefined && user !== authenticated) record.impersonatedUser = user;
      const cause = traceRequest(parts, request, info);
      trace.current = cause;
      if (flowControl === undefined) proceed(exchange);
      else {
        const entered = (seated: Exchange): void => {
          const before = trace.current;
          trace.current = cause;
          hangUp = () => undefined;
          proceed(seated);
          trace.current = before;
        };
        let waits = true;
        const leave = flowControl.enter({ user, info, exchange }, (seated) => {
          waits = false;
          entered(seated);
        });
        if (waits) hangUp = leave;
      }
    } catch (error) {
      respondStatus(exchange, statusOfThrown(error));
    } finally {
      trace.current = traceBefore;
    }
    return () => hangUp();
  };
}

/** Paths that aren't served aren't counted: there is no end of them. */
function isServed(info: RequestInfo, { resources }: ServerParts): boolean {
  return !info.isResource || resources.find(info.group, info.version, info.resource) !== undefined;
}

/** Finds the storage and the verb, and lets it answer. A Status thrown by the verb goes out with its warnings. */
function serveResource(received: Received, parts: ServerParts): void {
  const { info, request, exchange } = received;
  if (parts.aggregated?.groups.includes(info.group)) {
    parts.aggregated.serve(received, parts);
    return;
  }
  const storage = parts.resources.find(info.group, info.version, info.resource);
  if (storage === undefined) refuse(pathNotFound());
  const { resource } = storage;
  const { namespaced } = resource.definition;
  checkPath(info, resource);
  const namespace = namespaced ? info.namespace : '';
  const answers = parts.answers.get(resource.definition);
  const serve =
    info.subresource === ''
      ? answers === undefined
        ? verbHandler(resource, info.verb)
        : (answers[info.verb] ?? 'no such verb')
      : subresourceHandler(parts.subresources, resource, info.subresource, request.method);
  if (serve === 'no such path') refuse(pathNotFound());
  if (serve === 'no such verb') refuse(methodNotAllowed());
  const isWrite = request.method !== 'GET';
  const allocates = isWrite && info.subresource === '';
  const context: Context = {
    ...received,
    info: namespace === info.namespace ? info : { ...info, namespace },
    parts,
    storage,
    resource,
    warnings: createWarnings(resource.definition.deprecated === undefined ? [] : [resource.definition.deprecated]),
    dryRun: isWrite && request.query['dryRun'] === 'All',
    ...(allocates && parts.allocator !== undefined && { exchange: settling(parts.allocator, exchange) }),
  };
  try {
    if (isWrite) checkWriteOptions(request, parts.fieldManagement?.check(request) ?? []);
    serve(context);
  } catch (error) {
    respondStatus(exchange, statusOfThrown(error), context.warnings);
  }
}

/** Which verbs go with a name, and which without a namespace. Throws 404 and 405. */
function checkPath({ verb, namespace, name, subresource }: ResourceInfo, { plural, definition }: Resource): void {
  const onObject = verb === 'get' || verb === 'update' || verb === 'patch' || verb === 'delete' || subresource !== '';
  if (!definition.namespaced) {
    if (namespace !== '' && plural !== 'namespaces') refuse(pathNotFound());
  } else if (namespace === '' && verb !== 'list' && verb !== 'watch') {
    refuse(onObject ? pathNotFound() : methodNotAllowed());
  }
  const named = name !== '' && verb !== 'list' && verb !== 'watch';
  if (onObject !== named && verb !== 'list' && verb !== 'watch') refuse(methodNotAllowed());
}

/** Writes are events of their own; a read is only on the way to one. Returns the cause of what follows. */
function traceRequest(parts: ServerParts, request: ApiRequest, info: RequestInfo): TraceId {
  const cause = request.cause ?? parts.trace.current;
  if (request.method === 'GET' || !info.isResource) return cause;
  const { resource, subresource, namespace, name } = info;
  const target = subresource === '' ? resource : `${resource}/${subresource}`;
  const what = name === '' ? `${request.method} ${target}` : `${request.method} ${target} ${name}`;
  const place = namespace === '' ? resource : `${resource}/${namespace}`;
  const object = name === '' ? place : `${place}/${name}`;
  return parts.trace.record({ component: componentOf(request), type: 'request', what, object, cause });
}

/** Components by user agent. Clients are few; what makes up agents is forgotten. */
const components = new Map<string, string>();
const mostComponents = 1000;

/** `kubectl/v1.33.1 (linux/amd64)` is kubectl; `controller/replicaset` is itself. */
function componentOf({ headers, user }: ApiRequest): string {
  const agent = headers['user-agent'] ?? '';
  let component = components.get(agent);
  if (component === undefined) {
    component = agent.split(' ', 1)[0]?.replace(/\/v?\d.*$/, '') ?? '';
    if (components.size >= mostComponents) components.clear();
    components.set(agent, component);
  }
  return component || user.name;
}
