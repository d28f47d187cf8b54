/**
 * Bearer tokens: those the cluster was made with, and those of service accounts, whose signed claims name the
 * account, the audiences, the end, and the object they are bound to (upstream: pkg/serviceaccount/claims.go, legacy.go). What they name must still be there.
 */
import { type BoundObjectReference, Node, Pod, Secret, ServiceAccount } from '../../api/index.ts';
import type { Kind } from '../../api/types.ts';
import type { AccessParts } from '../../apiserver/access.ts';
import { newUid } from '../../apiserver/object-meta.ts';
import { isOf } from '../../apiserver/resource.ts';
import type { Resources } from '../../apiserver/resources.ts';
import { toBase64 } from '../../etcd/index.ts';
import { isJsonObject, type JsonObject, type KubeObject, timeMsOf, type User } from '../../meta/index.ts';
import { signToken, verifyToken } from './jwt.ts';
import { accountUser, accountUserName } from './service-account.ts';

/** The issuer of tokens, which is their audience by default, too. */
export const issuer = 'https://kubernetes.default.svc.cluster.local';
const legacyIssuer = 'kubernetes/serviceaccount';
const claimPrefix = 'kubernetes.io/serviceaccount/';
/** After its deletion an object's tokens are good so long: clocks differ (upstream: serviceaccount/claims.go). */
const deletionLeewayMs = 60_000;

export interface TokenGrant {
  readonly account: ServiceAccount;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** Where the token is good for longer than its bearer is told: what the bearer is told. */
  readonly warnAfterSeconds?: number;
  /** The pod, secret or node that the token goes with. */
  readonly bound?: KubeObject | undefined;
}

export interface Tokens {
  /** A new token, and when its bearer needs another one, milliseconds since the epoch. */
  issue(grant: TokenGrant): { readonly token: string; readonly expiresMs: number };
  /** The token of a secret of type kubernetes.io/service-account-token: it has no end. */
  issueForSecret(account: ServiceAccount, secretName: string): string;
  /** The user of this token, for one of these audiences; undefined when the token isn't valid. */
  userOf(token: string, audiences?: readonly string[]): Proven | undefined;
  /** An object that a token may go with, by its reference's apiVersion and kind; undefined when it isn't there. */
  boundObject(reference: BoundObjectReference, namespace: string): KubeObject | undefined;
}

export interface Proven {
  readonly user: User;
  /** Those of the requested audiences that the token is meant for. */
  readonly audiences: readonly string[];
}

/** What tokens can go with. */
export const boundKinds: readonly Kind[] = [Pod, Secret, Node];

const issuers = new WeakMap<Resources, Tokens>();

/** The tokens of the server with these resources; undefined where it issues none. */
export function tokensOf(resources: Resources): Tokens | undefined {
  return issuers.get(resources);
}

/** A server's parts, and the users its tokens have shown so far. */
interface TokenState {
  readonly parts: AccessParts;
  /** One value for each user, so that what was decided about them is found again. */
  readonly remembered: Map<string, User>;
}

/** Issues and checks the tokens of a server. */
export function createTokens(parts: AccessParts): Tokens {
  const { resources, credentials } = parts;
  const { signingKey } = credentials;
  const state: TokenState = { parts, remembered: new Map() };
  const issuing: Tokens = {
    issue: (grant) => issueToken(parts, grant),
    issueForSecret({ metadata }, secretName) {
      const { name, namespace = '', uid } = metadata;
      return signToken(signingKey, {
        iss: legacyIssuer,
        [`${claimPrefix}namespace`]: namespace,
        [`${claimPrefix}secret.name`]: secretName,
        [`${claimPrefix}service-account.name`]: name,
        [`${claimPrefix}service-account.uid`]: uid,
        sub: accountUserName(namespace, name),
      });
    },
    userOf(token, audiences = [issuer]) {
      const known = Object.hasOwn(credentials.tokens, token) ? credentials.tokens[token] : undefined;
      if (known !== undefined) return { user: known, audiences };
      const claims = verifyToken(signingKey, token);
      if (claims === undefined) return undefined;
      if (claims['iss'] === legacyIssuer) {
        const user = audiences.includes(issuer) ? legacyUser(state, claims, token) : undefined;
        return user && { user, audiences: [issuer] };
      }
      return provenBy(state, claims, audiences);
    },
    boundObject({ apiVersion, kind, name = '' }, namespace) {
      const found = apiVersion === 'v1' ? boundKinds.find((each) => each.kind === kind) : undefined;
      return found === undefined ? undefined : find(resources, found, namespace, name);
    },
  };
  issuers.set(resources, issuing);
  return issuing;
}

function issueToken({ clock, uids, credentials }: AccessParts, grant: TokenGrant): ReturnType<Tokens['issue']> {
  const { account, audiences, expirationSeconds, warnAfterSeconds, bound } = grant;
  const { name, namespace = '', uid } = account.metadata;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const claims = {
    aud: audiences,
    exp: nowSeconds + expirationSeconds,
    iat: nowSeconds,
    iss: issuer,
    jti: newUid(uids),
    'kubernetes.io': {
      namespace,
      ...boundClaims(bound),
      serviceaccount: { name, uid },
      ...(warnAfterSeconds !== undefined && { warnafter: nowSeconds + warnAfterSeconds }),
    },
    nbf: nowSeconds,
    sub: accountUserName(namespace, name),
  };
  const expiresMs = (nowSeconds + (warnAfterSeconds ?? expirationSeconds)) * 1000;
  return { token: signToken(credentials.signingKey, claims), expiresMs };
}

/** The user of signed claims that are valid now, for those of the audiences that they are meant for. */
function provenBy(state: TokenState, claims: JsonObject, audiences: readonly string[]): Proven | undefined {
  const { aud, exp, nbf, iss } = claims;
  const nowSeconds = state.parts.clock.now() / 1000;
  if (iss !== issuer || typeof exp !== 'number' || exp <= nowSeconds) return undefined;
  if (typeof nbf === 'number' && nbf > nowSeconds) return undefined;
  const meant = Array.isArray(aud) ? audiences.filter((audience) => aud.includes(audience)) : [];
  const user = meant.length === 0 ? undefined : boundUser(state, claims);
  return user && { user, audiences: meant };
}

function find(resources: Resources, kind: Kind, namespace: string, name: string): KubeObject | undefined {
  const cache = resources.find(kind.group, kind.version, kind.plural)?.cache;
  return cache?.get(kind.namespaced ? `${namespace}/${name}` : name);
}

/** The object of these claims, if it is still the same one. */
function living(
  { clock, resources }: AccessParts,
  kind: Kind,
  namespace: string,
  claim: JsonObject | undefined,
): KubeObject | undefined {
  const { name, uid } = claim ?? {};
  const found = typeof name === 'string' ? find(resources, kind, namespace, name) : undefined;
  if (found === undefined || (uid !== undefined && found.metadata.uid !== uid)) return undefined;
  const { deletionTimestamp } = found.metadata;
  const over = deletionTimestamp !== undefined && clock.now() > timeMsOf(deletionTimestamp) + deletionLeewayMs;
  return over ? undefined : found;
}

function boundUser(state: TokenState, claims: JsonObject): User | undefined {
  const { parts } = state;
  const own = claims['kubernetes.io'];
  if (!isJsonObject(own) || typeof own['namespace'] !== 'string') return undefined;
  const { namespace } = own;
  const part = (name: string): JsonObject | undefined => {
    const claim = own[name];
    return isJsonObject(claim) ? claim : undefined;
  };
  const account = living(parts, ServiceAccount, namespace, part('serviceaccount'));
  if (account === undefined || !isOf(ServiceAccount, account)) return undefined;
  const pod = part('pod');
  const node = part('node');
  const secret = part('secret');
  if (pod !== undefined && living(parts, Pod, namespace, pod) === undefined) return undefined;
  if (secret !== undefined && living(parts, Secret, namespace, secret) === undefined) return undefined;
  if (pod === undefined && node !== undefined && living(parts, Node, '', node) === undefined) return undefined;
  return userWithClaims(state, account, claims, pod, node);
}

function legacyUser(state: TokenState, claims: JsonObject, token: string): User | undefined {
  const { parts } = state;
  const text = (name: string): string => String(claims[claimPrefix + name] ?? '');
  const namespace = text('namespace');
  const secret = find(parts.resources, Secret, namespace, text('secret.name'));
  const reference = { name: text('service-account.name'), uid: text('service-account.uid') };
  const account = living(parts, ServiceAccount, namespace, reference);
  if (secret === undefined || account === undefined || !isOf(ServiceAccount, account)) return undefined;
  if (!isOf(Secret, secret) || secret.data?.['token'] !== encodedToken(token)) return undefined;
  return userWithClaims(state, account, {}, undefined, undefined);
}

/** The account's user, with what the claims say of the token itself, its pod and its node. */
function userWithClaims(
  { remembered }: TokenState,
  account: ServiceAccount,
  claims: JsonObject,
  pod: JsonObject | undefined,
  node: JsonObject | undefined,
): User {
  const extra: Record<string, readonly string[]> = {};
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'string') extra[`authentication.kubernetes.io/${name}`] = [value];
  };
  if (claims['jti'] !== undefined) add('credential-id', `JTI=${String(claims['jti'])}`);
  add('node-name', node?.['name']);
  add('node-uid', node?.['uid']);
  add('pod-name', pod?.['name']);
  add('pod-uid', pod?.['uid']);
  const user = accountUser(account, extra);
  const key = JSON.stringify(user);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= 1024) remembered.clear();
  remembered.set(key, user);
  return user;
}

/** What a token says of the object it goes with; of a pod its node too. */
function boundClaims(bound: KubeObject | undefined): JsonObject {
  if (bound === undefined) return {};
  const { name, uid } = bound.metadata;
  const node = isOf(Pod, bound) && bound.spec.nodeName ? { node: { name: bound.spec.nodeName } } : {};
  return { ...node, [bound.kind.toLowerCase()]: { name, uid } };
}

/** As a secret's data holds it. */
export function encodedToken(token: string): string {
  return toBase64(token);
}
