/** What a format can't print (ctlv3/command/printer.go printerUnsupported). */
import { CommandError, exitCodes } from '../errors.ts';
import type { Printer } from './printer.ts';

/** Every method refuses. */
export function unsupported(format: Printer['format']): Printer {
  const refuse = (): never => {
    throw new CommandError(`${format} not supported as output format`, exitCodes.badFeature);
  };
  return {
    format,
    put: refuse,
    get: refuse,
    del: refuse,
    txn: refuse,
    watch: refuse,
    grant: refuse,
    revoke: refuse,
    keepAlive: refuse,
    timeToLive: refuse,
    leases: refuse,
    alarms: refuse,
    memberAdd: refuse,
    memberChange: refuse,
    members: refuse,
    health: refuse,
    status: refuse,
    hashKv: refuse,
    moveLeader: refuse,
    snapshot: refuse,
  };
}
