/** A fault in words, for the trace, the shell and the simulation. */
import { cloudFaultWords } from '../cloud/words.ts';
import type { DiskFault } from '../kernel/index.ts';
import type { Fault } from './types.ts';

/** `the scheduler's …`: `scheduler is paused`, `messages from apiserver to * come 800ms late` */
export function describeFault(fault: Fault): string {
  switch (fault.type) {
    case 'crash':
      return `${fault.component} is down ${fault.downMs === undefined ? 'until healed' : `for ${duration(fault.downMs)}`}`;
    case 'restart':
      return `${fault.component} restarts`;
    case 'pause':
      return `${fault.component} is paused`;
    case 'partition':
      return `${fault.component} is cut off from ${fault.from === undefined ? 'everybody' : fault.from.join(', ')}`;
    case 'skew': {
      const { byMs } = fault;
      return `the clock of ${fault.component} is ${duration(Math.abs(byMs))} ${byMs < 0 ? 'behind' : 'ahead'}`;
    }
    case 'disk':
      return `the disk of ${fault.component} ${diskWords(fault.disk)}`;
    case 'crash-after-write':
      return `${fault.component} crashes after write ${fault.write} and is down for ${duration(fault.downMs)}`;
    case 'stale-after-write': {
      const restart = fault.restart === true ? ' restarts and' : '';
      return `${fault.component}${restart} observes nothing new for ${duration(fault.lagMs)} after write ${fault.write}`;
    }
    case 'withhold':
      if (fault.lost === true) return `watch event ${fault.event} to ${fault.component} is lost, and a new list comes with the next about the same object`;
      return `watch event ${fault.event} to ${fault.component} waits for the next about the same object`;
    case 'refuse': {
      const what = fault.verb === undefined ? 'writes' : `every ${fault.verb}`;
      const how = fault.code === 504 ? 'carried out and the answer lost' : `refused${fault.code === undefined ? '' : ` with ${fault.code}`}`;
      return `${what} of ${fault.component} ${fault.verb === undefined ? 'are' : 'is'} ${how}${share(fault.chance)}`;
    }
    case 'cloud':
      return cloudFaultWords(fault.cloud);
    case 'link':
      return linkWords(fault);
  }
}

function diskWords(disk: DiskFault): string {
  switch (disk.type) {
    case 'slow':
      return `takes ${duration(disk.latencyMs)} for each write`;
    case 'full':
      return 'is full';
    case 'lost':
      return 'is lost with all that was on it';
    case 'torn':
      return 'tears what is being written in a crash';
  }
}

function linkWords(link: Extract<Fault, { type: 'link' }>): string {
  const { from, to, delayMs, jitterMs, duplicate, cut, drop } = link;
  const messages = `${link.watchOnly === true ? 'watch events' : 'messages'} from ${from} to ${to}`;
  const found: string[] = [];
  if (link.partition === true) found.push('don’t arrive');
  if (link.hold === true) found.push('wait');
  if (delayMs !== undefined || jitterMs !== undefined) {
    const jitter = jitterMs === undefined || jitterMs === 0 ? '' : ` (and up to ${duration(jitterMs)} more)`;
    found.push(`come ${duration(delayMs ?? 0)} late${jitter}`);
  }
  const lost = cut ?? drop;
  if (lost !== undefined) found.push(`are lost${share(lost)}`);
  if (duplicate !== undefined) found.push(`arrive twice${share(duplicate)}`);
  return `${messages} ${found.join(', ') || 'are as they should be'}`;
}

function share(chance: number): string {
  return chance === 1 ? '' : `, ${Math.round(chance * 1000) / 10} % of them`;
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  if (ms < 60_000 || ms % 60_000 !== 0) return `${ms / 1000}s`;
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : `${ms / 60_000}m`;
}
