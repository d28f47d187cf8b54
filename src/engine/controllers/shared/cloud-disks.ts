/** What controllers that stand for the cloud's driver of volumes share. */
import { type Controller, type Disk, isNotFound, type KubeObject, type ObjectKey, type Requeue, StatusError, type Tools } from 'converge/sdk';

/** The label by which the driver says where a node is, and its disks. */
export const zoneKey = 'topology.kubernetes.io/zone';

/** The cloud answers before it is done: so much later the disk is looked at again; milliseconds. */
const pollMs = 1_000;

/** The disk isn't there yet, or not gone. */
export class DiskPending extends Error {}

/** What the cloud, or the driver, has refused. */
export class DiskRefused extends Error {
  /** Nothing was done. Otherwise it may have been, though the answer says that it failed. */
  readonly isFinal: boolean;
  /** What the cloud has answered with; 0 where it wasn't asked. */
  readonly code: number;
  constructor(why: string, { isFinal, code = 0 }: { readonly isFinal: boolean; readonly code?: number }) {
    super(why);
    this.isFinal = isFinal;
    this.code = code;
  }
}

/** How long a refused pass waits first, and how long at most; milliseconds. */
export interface Delays {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** How long is waited after so many refusals before; twice as long each time. */
export const delayAfter = (times: number, { firstMs, longestMs }: Delays): number => Math.min(firstMs * 2 ** times, longestMs);

/** A controller that runs over tools which reach the cloud, too: it comes back for a disk that is on its way, and for one that was refused, later each time. */
export function overDisks<T extends KubeObject>(controller: Controller<T>, delays: Delays, over: (key: ObjectKey, tools: Tools) => Tools): Controller<T> {
  const failures = new Map<ObjectKey, number>();
  return {
    ...controller,
    async reconcile(key, tools): Promise<Requeue | void> {
      try {
        const again = await controller.reconcile(key, over(key, tools));
        failures.delete(key);
        return again;
      } catch (error) {
        if (error instanceof DiskPending) return { afterMs: pollMs };
        if (!(error instanceof DiskRefused)) throw error;
        tools.log(error.message);
        const times = failures.get(key) ?? 0;
        failures.set(key, times + 1);
        return { afterMs: delayAfter(times, delays) };
      }
    },
  };
}

/** @throws DiskRefused */
export async function findDisk(name: string, { cloud }: Tools, refused: (why: string) => void): Promise<Disk | undefined> {
  return viaDriver(refused, async () => {
    try {
      return await cloud().disks.get(name);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  });
}

/** What a driver answers for a refusal of its cloud: gRPC's code, and the cloud's words. @throws DiskRefused */
export async function viaDriver<T>(refused: (why: string) => void, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const why = `rpc error: code = ${codes[error.status.code] ?? 'Internal'} desc = ${error.message}`;
    refused(why);
    const { code = 0 } = error.status;
    throw new DiskRefused(why, { isFinal: finalCodes.has(code), code });
  }
}

const finalCodes: ReadonlySet<number> = new Set([403, 404, 422]);

const codes: Readonly<Record<number, string>> = {
  403: 'ResourceExhausted',
  404: 'NotFound',
  409: 'Aborted',
  422: 'InvalidArgument',
  503: 'Unavailable',
  504: 'DeadlineExceeded',
};
