import type { User } from '../meta/index.ts';

/** What proves an identity to the server. */
export interface Credentials {
  /** Signs the tokens of service accounts. The same for all API servers of a cluster. */
  readonly signingKey: string;
  /** Users by the tokens they were given when the cluster was made (upstream: --token-auth-file). */
  readonly tokens: Readonly<Record<string, User>>;
}
