/** Plans what differs, as `terraform plan` does, and carries it out. */
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

type Action =
  | { readonly do: 'create'; readonly manifest: Manifest }
  | { readonly do: 'update'; readonly live: ConfigMap; readonly manifest: Manifest }
  | { readonly do: 'delete'; readonly live: ConfigMap }
  | { readonly do: 'complain'; readonly problem: string };

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
    const namespace = application.metadata.namespace ?? '';
    const actions: readonly Action[] = problem === undefined ? plan(application, manifests, tools.lister(ConfigMap).list(namespace)) : [{ do: 'complain', problem }];
    const problems: string[] = [];
    for (const action of actions) {
      if (action.do === 'delete' && problems.length > 0) break;
      const failed = await carryOut(action, application, tools);
      if (failed !== undefined) problems.push(failed);
    }
    const [first] = problems;
    const revision = first === undefined ? head.id : application.status?.revision;
    const status = { ...(revision === undefined ? {} : { revision }), ...(first === undefined ? {} : { problem: first }) };
    if (!deepEqual(status, application.status ?? {})) await tools.client.updateStatus(Application, { ...application, status });
    return again;
  },
});

/** Pure: deletions come last. */
function plan(application: Application, manifests: readonly Manifest[], maps: readonly ConfigMap[]): readonly Action[] {
  const actions: Action[] = [];
  for (const manifest of manifests) {
    const live = maps.find(({ metadata }) => metadata.name === manifest.name);
    if (live === undefined) actions.push({ do: 'create', manifest });
    else if (!isControlledBy(live, application)) actions.push({ do: 'complain', problem: `${manifest.name} is taken` });
    else if (!deepEqual(live.data ?? {}, manifest.data)) actions.push({ do: 'update', live, manifest });
  }
  for (const live of maps)
    if (isControlledBy(live, application) && !manifests.some(({ name }) => name === live.metadata.name)) actions.push({ do: 'delete', live });
  return actions;
}

async function carryOut(action: Action, application: Application, { client }: Tools): Promise<string | undefined> {
  try {
    switch (action.do) {
      case 'complain':
        return action.problem;
      case 'create': {
        const { name, data } = action.manifest;
        await client.create(ConfigMap, { metadata: { name, namespace: application.metadata.namespace ?? '', ownerReferences: [ownerReferenceFor(application)] }, data });
        return undefined;
      }
      case 'update':
        await client.update(ConfigMap, { ...action.live, data: action.manifest.data });
        return undefined;
      case 'delete':
        await client.delete(ConfigMap, action.live, { preconditions: { uid: action.live.metadata.uid ?? '' } });
        return undefined;
    }
  } catch (error) {
    if (isInvalid(error)) return error.message;
    if (action.do === 'delete' && isNotFound(error)) return undefined;
    throw error;
  }
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
