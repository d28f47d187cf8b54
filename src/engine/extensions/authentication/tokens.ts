/**
 * Bearer tokens: those the cluster was made with, and those of service accounts, which say in signed claims whose they are, for whom, how
 * long, and what they go with (upstream: pkg/serviceaccount/claims.go, legacy.go). What they name must still be there.
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

/** Who issues tokens, and whom they are for unless told. */
export const issuer = 'https://kubernetes.default.svc.cluster.local';
const legacyIssuer = 'kubernetes/serviceaccount';
const claimPrefix = 'kubernetes.io/serviceaccount/';
/** After its deletion an object's tokens are good so long: clocks differ (upstream: serviceaccount/claims.go). */
const deletionLeewayMs = 60_000;

export interface TokenGrant {
  readonly account: ServiceAccount;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** The pod, secret or node that the token goes with. */
  readonly bound?: KubeObject | undefined;
}

export interface Tokens {
  /** A new token and when it ends, milliseconds since the epoch. */
  issue(grant: TokenGrant): { readonly token: string; readonly expiresMs: number };
  /** The token of a secret of type kubernetes.io/service-account-token: it has no end. */
  issueForSecret(account: ServiceAccount, secretName: string): string;
  /** Whose token this is, for one of these audiences; undefined when it is good for nothing. */
  userOf(token: string, audiences?: readonly string[]): Proven | undefined;
  /** An object that a token may go with, by its reference's apiVersion and kind; undefined when it isn't there. */
  boundObject(reference: BoundObjectReference, namespace: string): KubeObject | undefined;
}

export interface Proven {
  readonly user: User;
  /** Those of the audiences asked for that the token is for. */
  readonly audiences: readonly string[];
}

/** What tokens can go with. */
export const boundKinds: readonly Kind[] = [Pod, Secret, Node];

const issuers = new WeakMap<Resources, Tokens>();

/** Who issues tokens at the server with these resources; undefined where nobody does. */
export function tokensOf(resources: Resources): Tokens | undefined {
  return issuers.get(resources);
}

/** Issues and checks the tokens of a server. */
export function createTokens({ clock, uids, resources, credentials }: AccessParts): Tokens {
  const { signingKey, tokens } = credentials;
  const remembered = new Map<string, User>();

  function find(kind: Kind, namespace: string, name: string): KubeObject | undefined {
    const cache = resources.find(kind.group, kind.version, kind.plural)?.cache;
    return cache?.get(kind.namespaced ? `${namespace}/${name}` : name);
  }

  /** The object of these claims, if it is still the same one. */
  function living(kind: Kind, namespace: string, claim: JsonObject | undefined): KubeObject | undefined {
    const { name, uid } = claim ?? {};
    const found = typeof name === 'string' ? find(kind, namespace, name) : undefined;
    if (found === undefined || (uid !== undefined && found.metadata.uid !== uid)) return undefined;
    const { deletionTimestamp } = found.metadata;
    const over = deletionTimestamp !== undefined && clock.now() > timeMsOf(deletionTimestamp) + deletionLeewayMs;
    return over ? undefined : found;
  }

  function boundUser(claims: JsonObject): User | undefined {
    const own = claims['kubernetes.io'];
    if (!isJsonObject(own) || typeof own['namespace'] !== 'string') return undefined;
    const { namespace } = own;
    const part = (name: string): JsonObject | undefined => {
      const claim = own[name];
      return isJsonObject(claim) ? claim : undefined;
    };
    const account = living(ServiceAccount, namespace, part('serviceaccount'));
    if (account === undefined || !isOf(ServiceAccount, account)) return undefined;
    const pod = part('pod');
    const node = part('node');
    if (pod !== undefined && living(Pod, namespace, pod) === undefined) return undefined;
    if (part('secret') !== undefined && living(Secret, namespace, part('secret')) === undefined) return undefined;
    if (pod === undefined && node !== undefined && living(Node, '', node) === undefined) return undefined;
    return remember(account, claims, pod, node);
  }

  function legacyUser(claims: JsonObject, token: string): User | undefined {
    const text = (name: string): string => String(claims[claimPrefix + name] ?? '');
    const namespace = text('namespace');
    const secret = find(Secret, namespace, text('secret.name'));
    const reference = { name: text('service-account.name'), uid: text('service-account.uid') };
    const account = living(ServiceAccount, namespace, reference);
    if (secret === undefined || account === undefined || !isOf(ServiceAccount, account)) return undefined;
    if (!isOf(Secret, secret) || secret.data?.['token'] !== encodedToken(token)) return undefined;
    return remember(account, {}, undefined, undefined);
  }

  /** One value for each user, so that what was decided about them is found again. */
  function remember(
    account: ServiceAccount,
    claims: JsonObject,
    pod: JsonObject | undefined,
    node: JsonObject | undefined,
  ): User {
    const extra: Record<string, readonly string[]> = {};
    const tell = (name: string, value: unknown): void => {
      if (typeof value === 'string') extra[`authentication.kubernetes.io/${name}`] = [value];
    };
    if (claims['jti'] !== undefined) tell('credential-id', `JTI=${String(claims['jti'])}`);
    tell('node-name', node?.['name']);
    tell('node-uid', node?.['uid']);
    tell('pod-name', pod?.['name']);
    tell('pod-uid', pod?.['uid']);
    const user = accountUser(account, extra);
    const key = JSON.stringify(user);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    if (remembered.size >= 1024) remembered.clear();
    remembered.set(key, user);
    return user;
  }

  const issuing: Tokens = {
    issue({ account, audiences, expirationSeconds, bound }) {
      const { name, namespace = '', uid } = account.metadata;
      const nowSeconds = Math.floor(clock.now() / 1000);
      const end = nowSeconds + expirationSeconds;
      const claims = {
        aud: audiences,
        exp: end,
        iat: nowSeconds,
        iss: issuer,
        jti: newUid(uids),
        'kubernetes.io': { namespace, ...boundClaims(bound), serviceaccount: { name, uid } },
        nbf: nowSeconds,
        sub: accountUserName(namespace, name),
      };
      return { token: signToken(signingKey, claims), expiresMs: end * 1000 };
    },
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
      const known = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
      if (known !== undefined) return { user: known, audiences };
      const claims = verifyToken(signingKey, token);
      if (claims === undefined) return undefined;
      if (claims['iss'] === legacyIssuer) {
        const user = audiences.includes(issuer) ? legacyUser(claims, token) : undefined;
        return user && { user, audiences: [issuer] };
      }
      const { aud, exp, nbf, iss } = claims;
      const nowSeconds = clock.now() / 1000;
      if (iss !== issuer || typeof exp !== 'number' || exp <= nowSeconds) return undefined;
      if (typeof nbf === 'number' && nbf > nowSeconds) return undefined;
      const meant = Array.isArray(aud) ? audiences.filter((audience) => aud.includes(audience)) : [];
      const user = meant.length === 0 ? undefined : boundUser(claims);
      return user && { user, audiences: meant };
    },
    boundObject({ apiVersion, kind, name = '' }, namespace) {
      const found = apiVersion === 'v1' ? boundKinds.find((each) => each.kind === kind) : undefined;
      return found === undefined ? undefined : find(found, namespace, name);
    },
  };
  issuers.set(resources, issuing);
  return issuing;
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
