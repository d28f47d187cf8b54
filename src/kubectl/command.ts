/** What a verb is: one folder under verbs/ exports one of these, verbs/registry.ts lists it. */
import type { Connection } from './config/connection.ts';
import { CliError } from './errors.ts';
import type { Flag, Flags } from './flags.ts';
import type { Api } from './http/api.ts';
import type { Mapper } from './resource/mapper.ts';
import type { Io } from './types.ts';

export interface Verb {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line for the list of commands. */
  readonly short: string;
  /**
   * After the command's path: `(-f FILENAME | TYPE NAME) [flags]`. Completion reads it, too (`completion/complete.ts`): `TYPE` and `RESOURCE`
   * offer kinds and then their names, `(POD` Pods, `NODE` nodes, `[NAME]` objects of the kind that the command is named after, `NAME` nothing.
   */
  readonly usage: string;
  readonly examples?: readonly string[];
  readonly flags?: readonly Flag[];
  /** `rollout status`, `create deployment`. */
  readonly children?: readonly Verb[];
  /** Why this kubectl hasn't it, in a sentence: then whatever words follow are not read. */
  readonly refusal?: string;
  /** Resolves with the exit code (0 when void); throws what renderError knows. Absent: only children do something. */
  run?(context: Context): Promise<number | void>;
}

export interface Context {
  readonly io: Io;
  readonly api: Api;
  readonly mapper: Mapper;
  readonly connection: Connection;
  readonly flags: Flags;
  /** Words that are no flags. */
  readonly args: readonly string[];
  /** How many of them stood before `--`; -1 without one. */
  readonly dash: number;
  /** `kubectl rollout status` */
  readonly path: string;
  /** The namespace of -n, else the context's, else `default`. */
  readonly namespace: string;
  /** Whether -n was given: then objects of other namespaces are refused. */
  readonly namespaceGiven: boolean;
}

export const FILENAME_FLAG: Flag = { name: 'filename', short: 'f', type: 'list', help: 'Files with the resources; - for standard input' };

export const FILE_FLAGS: readonly Flag[] = [
  FILENAME_FLAG,
  { name: 'recursive', short: 'R', type: 'bool', help: 'Also files of folders inside the folder of -f' },
];

export const KUSTOMIZE_FLAG: Flag = {
  name: 'kustomize',
  short: 'k',
  type: 'string',
  help: 'Refused: kustomize is not part of this kubectl',
};

/** Throws where -k is given. */
export function refuseKustomize({ flags }: Pick<Context, 'flags'>): void {
  if (flags.has('kustomize') && flags.string('kustomize') !== '')
    throw new CliError('-k needs kustomize, which is not part of this kubectl: write the manifests out and use -f');
}

export const LOCAL_FLAG: Flag = { name: 'local', type: 'bool', help: 'Change what -f names, and send nothing' };

export const SELECTOR_FLAG: Flag = {
  name: 'selector',
  short: 'l',
  type: 'string',
  help: "Label query: '=', '==', '!=', 'in', 'notin' (e.g. -l key1=value1,key2=value2)",
};

export const FIELD_SELECTOR_FLAG: Flag = {
  name: 'field-selector',
  type: 'string',
  help: 'Field query (e.g. --field-selector key1=value1,key2=value2)',
};

export const ALL_NAMESPACES_FLAG: Flag = {
  name: 'all-namespaces',
  short: 'A',
  type: 'bool',
  help: 'Across all namespaces',
};

export const DRY_RUN_FLAG: Flag = {
  name: 'dry-run',
  type: 'string',
  default: 'none',
  alone: 'unchanged',
  values: ['none', 'server', 'client'],
  help: '"none", "server" (sent, not stored) or "client" (only printed)',
};

export const OUTPUT_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    type: 'string',
    values: ['json', 'yaml', 'name', 'jsonpath=', 'jsonpath-as-json=', 'jsonpath-file='],
    help: 'json, yaml, name, jsonpath=…, jsonpath-as-json=…, jsonpath-file=…',
  },
  { name: 'template', type: 'string', help: 'Template for -o jsonpath' },
  { name: 'show-managed-fields', type: 'bool', help: 'Keep managedFields in JSON and YAML' },
  { name: 'allow-missing-template-keys', type: 'bool', default: 'true', help: 'Missing fields print nothing' },
];

export const FIELD_MANAGER_FLAG: Flag = {
  name: 'field-manager',
  type: 'string',
  help: 'Name that owns the fields changed',
};

export const SAVE_CONFIG_FLAG: Flag = { name: 'save-config', type: 'bool', help: 'Save the configuration for a later apply' };

export const GLOBAL_FLAGS: readonly Flag[] = [
  { name: 'as', type: 'string', help: 'Act as this user' },
  { name: 'as-group', type: 'lines', help: 'Act as a member of this group; may be given again' },
  { name: 'as-uid', type: 'string', help: 'Act as the user with this UID' },
  { name: 'cache-dir', type: 'string', help: 'Ignored: what the server can do is kept in memory' },
  { name: 'certificate-authority', type: 'string', help: 'Ignored: there is no TLS in between' },
  { name: 'client-certificate', type: 'string', help: 'Ignored: there is no TLS in between' },
  { name: 'client-key', type: 'string', help: 'Ignored: there is no TLS in between' },
  { name: 'cluster', type: 'string', help: 'The cluster of the kubeconfig' },
  { name: 'context', type: 'string', help: 'The context of the kubeconfig' },
  { name: 'disable-compression', type: 'bool', help: 'Ignored: nothing is compressed' },
  { name: 'help', short: 'h', type: 'bool', help: 'Help for this command' },
  { name: 'insecure-skip-tls-verify', type: 'bool', help: 'Ignored: there is no TLS in between' },
  { name: 'kubeconfig', type: 'string', help: 'Ignored: there is one' },
  { name: 'log-flush-frequency', type: 'duration', default: '5s', help: 'Ignored: there is no log' },
  { name: 'match-server-version', type: 'bool', help: 'Ignored: versions are not compared' },
  { name: 'namespace', short: 'n', type: 'string', help: 'The namespace of this request' },
  { name: 'password', type: 'string', help: 'Ignored: the server asks for no password' },
  { name: 'profile', type: 'string', default: 'none', help: 'Ignored: nothing is measured' },
  { name: 'profile-output', type: 'string', default: 'profile.pprof', help: 'Ignored: nothing is measured' },
  { name: 'request-timeout', type: 'string', default: '0', help: 'Ignored: the server has its own' },
  { name: 'server', short: 's', type: 'string', help: 'Ignored: there is one server' },
  { name: 'tls-server-name', type: 'string', help: 'Ignored: there is no TLS in between' },
  { name: 'token', type: 'string', help: 'Bearer token to show to the API server' },
  { name: 'user', type: 'string', help: 'The user of the kubeconfig' },
  { name: 'username', type: 'string', help: 'Ignored: the server asks for no password' },
  { name: 'v', short: 'v', type: 'string', default: '0', help: 'Ignored: there is no log' },
  { name: 'vmodule', type: 'string', help: 'Ignored: there is no log' },
  { name: 'warnings-as-errors', type: 'bool', help: 'Fail when the server warned' },
];
