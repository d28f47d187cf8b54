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
  async reconcile(key, tools) {
    const application = tools.lister(Application).get(key);
    if (application === undefined) return;
    const { repository, branch } = application.spec;

    // Yours.

  },
});

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
