/** Events and actions of an update as a report says them. */
import type { Stored, UpdateAction, UpdateEvent, Write } from '../../../engine/index.ts';
import { countIn } from './played-etcd.ts';

const wordsOfStored = (stored: Stored | undefined): string =>
  stored === undefined ? 'nothing there' : `count ${countIn(stored.object)} at revision ${stored.revision}`;

const wordsOfWrite = (write: Write): string => ('remove' in write ? 'remove' : `count ${countIn(write.put)}`);

export function wordsOfEvent(event: UpdateEvent): string {
  switch (event.type) {
    case 'start':
      return `\`start\` (cached: ${wordsOfStored(event.cached)})`;
    case 'read':
    case 'lost':
      return `\`${event.type}\` (${wordsOfStored(event.current)})`;
    case 'changed':
      return `\`changed\` (${wordsOfWrite(event.write)})`;
    default:
      return `\`${event.type}\``;
  }
}

export function wordsOfAction(action: UpdateAction): string {
  switch (action.type) {
    case 'change':
      return `\`change\` (${wordsOfStored(action.current)})`;
    case 'swap':
      return `\`swap\` (${wordsOfWrite(action.write)}, if the revision is ${action.ifRevision})`;
    default:
      return `\`${action.type}\``;
  }
}
