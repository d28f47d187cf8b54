/** Where things are in the container's folder: the workspace's files at its top, ours below one name that starts with a dot. */
export const home = '.converge';
export const engineFile = `${home}/engine.cjs`;
/** Programs of the terminal. */
export const programsFolder = `${home}/bin`;
/** Where API server and etcd listen: written by the engine, read by the programs. */
export const addressesFile = `${home}/addresses.json`;
/** A kubeconfig of that API server: for `converge.mjs`, and for programs of the learner's own. */
export const kubeconfigFile = `${home}/kubeconfig.yaml`;
/** What a learner takes home from the site: `node converge.mjs run …`. It stands beside the workspace's files, as it would at home. */
export const takenHome = 'converge.mjs';
