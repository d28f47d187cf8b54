/** Makes the cluster equal what a branch says. */
import {
  ConfigMap, deepEqual, defineController, isControlledBy,
  isNotFound, type Kind, type KubeObject, ownerReferenceFor,
  StatusError, type Tools,
} from 'converge/sdk';
import { type Commit, readHead } from './repository.ts';

/** As `applications.yaml` defines it. */
const Application: Kind<Application> = {
  group: 'example.com', version: 'v1', kind: 'Application',
  plural: 'applications', namespaced: true,
};

export const gitops = defineController({
  name: 'gitops',
  for: Application,
  owns: [ConfigMap],
  async reconcile(key, tools) {
    const application = tools.lister(Application).get(key);
    if (application === undefined) return;
    const { repository, branch } = application.spec;
    const head = await readHead(tools.client, repository, branch);
    const { manifests, problem } = manifestsIn(head);
    const failed = problem ?? await sync(application, manifests, tools);
    await report(application, failed === undefined ? { revision: head.id } : { problem: failed }, tools);
    return again;
  },
});

/** Applies all, and only then prunes. Returns what was refused for good; anything else rejects, and the pass is repeated. */
async function sync(application: Application, manifests: readonly Manifest[], tools: Tools): Promise<string | undefined> {
  let problem: string | undefined;
  for (const manifest of manifests) problem = await apply(application, manifest, tools) ?? problem;
  if (problem === undefined) await prune(application, manifests, tools);
  return problem;
}

async function apply(application: Application, { name, data }: Manifest, { client, lister }: Tools): Promise<string | undefined> {
  const { namespace = '' } = application.metadata;
  const live = lister(ConfigMap).get(`${namespace}/${name}`);
  if (live !== undefined && !isControlledBy(live, application)) return `${name} belongs to another`;
  if (live !== undefined && deepEqual(live.data ?? {}, data)) return undefined;
  const metadata = { name, namespace, ownerReferences: [ownerReferenceFor(application)] };
  try {
    if (live === undefined) await client.create(ConfigMap, { metadata, data });
    else await client.update(ConfigMap, { ...live, data });
  } catch (error) {
    if (isInvalid(error)) return error.message;
    throw error;
  }
  return undefined;
}

async function prune(application: Application, manifests: readonly Manifest[], { client, lister }: Tools): Promise<void> {
  const names = manifests.map(({ name }) => name);
  for (const live of lister(ConfigMap).controlledBy(application)) {
    if (names.includes(live.metadata.name)) continue;
    try {
      await client.delete(ConfigMap, live, { preconditions: { uid: live.metadata.uid ?? '' } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

/** With a problem, the last good revision stays. */
async function report(application: Application, { revision = application.status?.revision, problem }: Status, { client }: Tools): Promise<void> {
  const status = {
    ...(revision !== undefined && { revision }),
    ...(problem !== undefined && { problem }),
  };
  if (!deepEqual(status, application.status ?? {})) await client.updateStatus(Application, { ...application, status });
}

// Given, from here on.

/** A pass that returns this is repeated: a push is no event. */
const again = { afterMs: 10_000 };

/** What a file of the repository asks for. */
interface Manifest {
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
}

/** All of the commit's manifests, or what is wrong with it. */
function manifestsIn({ files }: Commit): {
  readonly manifests: readonly Manifest[];
  readonly problem?: string;
} {
  const manifests: Manifest[] = [];
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith('.json')) continue;
    try {
      const { kind, metadata, data = {} } = JSON.parse(text);
      if (kind !== 'ConfigMap') throw new Error('another kind');
      manifests.push({ name: metadata.name, data });
    } catch {
      return { manifests, problem: `${path} can’t be read` };
    }
  }
  return { manifests };
}

/** The API server finds it wrong: repeating is of no use. */
const isInvalid = (error: unknown): error is StatusError =>
  error instanceof StatusError && error.status.code === 422;

interface Status {
  /** The last commit that the cluster was made equal to. */
  readonly revision?: string;
  /** Why the newest commit isn't in the cluster. */
  readonly problem?: string;
}

type Application = KubeObject & {
  readonly spec: {
    readonly repository: string;
    readonly branch: string;
  };
  readonly status?: Status;
};
