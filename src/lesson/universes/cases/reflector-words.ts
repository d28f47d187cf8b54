/** Events and steps of a reflector as a report says them. */
import type { ReflectorEffect, ReflectorEvent, ReflectorObject, ReflectorState, ReflectorStep } from '../../../engine/index.ts';

const nameOf = ({ metadata: { name = '', resourceVersion } }: ReflectorObject): string => `${name} ${resourceVersion}`.trim();

export function wordsOfEvent(event: ReflectorEvent): string {
  switch (event.type) {
    case 'listed':
      return `\`listed ${event.revision} (${event.items.map(nameOf).join(', ')})\``;
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      return `\`${event.type} ${nameOf(event.object)}\``;
    case 'listFailed':
      return event.expired ? '`listFailed expired`' : '`listFailed`';
    case 'watchEnded':
      return event.early ? '`watchEnded early`' : '`watchEnded`';
    case 'watchFailed':
      return `\`watchFailed ${event.code}\``;
    default:
      return `\`${event.type}\``;
  }
}

function wordsOfEffect(effect: ReflectorEffect): string {
  switch (effect.type) {
    case 'list':
    case 'watch':
      return `${effect.type} '${effect.revision}'`;
    case 'replace':
      return `replace (${effect.items.map(nameOf).join(', ')})`;
    case 'put':
    case 'remove':
      return `${effect.type} ${nameOf(effect.object)}`;
    default:
      return effect.type;
  }
}

/** `waiting` says what it waits for. */
const wordsOfState = (state: ReflectorState): string => (state.name === 'waiting' ? `\`waiting\` (next: ${state.next} '${state.revision}')` : `\`${state.name}\``);

/** `watching`, `hangUp`, `list ''` */
export const wordsOfStep = ({ state, effects }: ReflectorStep): string =>
  `the state ${wordsOfState(state)} and ${effects.length === 0 ? 'no effects' : effects.map((effect) => `\`${wordsOfEffect(effect)}\``).join(', ')}`;
