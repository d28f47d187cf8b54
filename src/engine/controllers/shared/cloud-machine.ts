import { isNotFound, type Machine, type Tools } from 'converge/sdk';

/** The machine of this name, which is also its Node's; undefined: the cloud has none. */
export async function machineOf(name: string, { cloud }: Pick<Tools, 'cloud'>): Promise<Machine | undefined> {
  try {
    return await cloud().machines.get(name);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
