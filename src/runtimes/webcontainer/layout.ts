/** Where things are in the container's folder: the workspace's files at its top, ours below one name that starts with a dot. */
export const home = '.converge';
export const engineFile = `${home}/engine.cjs`;
/** Programs of the terminal. */
export const programsFolder = `${home}/bin`;
/** Where API server and etcd listen: written by the engine, read by the programs. */
export const addressesFile = `${home}/addresses.json`;
