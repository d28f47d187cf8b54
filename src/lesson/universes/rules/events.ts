/** Events that a controller records: none is fine, and one that is recorded says what was really done. */
import type { Finding, RecordedEvent, Rule, World } from '../types.ts';
import { inSeconds } from '../words.ts';
import { shortName } from './shared.ts';

export const truthfulEvents: Rule = {
  cause: 'recorded an Event that isn’t so',
  glyph: 'threw',
  question: 'When do you know that it was done: before the answer, or after it?',
  judge() {
    let seen = 0;
    return (world) => {
      for (; seen < world.events.length; seen += 1) {
        const event = world.events[seen];
        const found = event && untruth(event, world);
        if (found !== undefined) return found;
      }
      return undefined;
    };
  },
};

function untruth({ t, reason, message }: RecordedEvent, world: World): Finding | undefined {
  if (reason === '' || message.trim() === '')
    return {
      cause: 'recorded an Event that says nothing',
      seen: `At ${inSeconds(t)} your loop recorded an Event with the reason "${reason}" and the message "${message}".`,
      question: 'Who reads this Event, and what do they have to learn from its reason and its message?',
    };
  const claimed = /^Successful(Create|Delete)$/.exec(reason)?.[1];
  if (claimed === undefined || message.startsWith('(combined from similar events)')) return undefined;
  const verb = claimed === 'Create' ? 'create' : 'delete';
  const names = world.writes(verb).map((write) => shortName(write).split('/').at(-1) ?? '');
  if (names.some((name) => message.includes(name))) return undefined;
  return {
    seen: `At ${inSeconds(t)} your loop recorded ${reason}, "${message}". It had ${verb}d ${names.length === 0 ? 'nothing' : 'others, and not that one'}.`,
  };
}

/** A few passes may say what they wait for. */
const quietPasses = 6;

export const recordsEventsSparingly: Rule = {
  cause: 'recorded an Event again and again',
  glyph: 'restless',
  question: 'What has your loop found different in a pass that records an Event?',
  judge: () => (world) => {
    const { eventPasses, t } = world;
    if (eventPasses.size <= quietPasses) return undefined;
    const working = new Set(world.requests.filter(({ verb }) => verb !== 'get' && verb !== 'list').map(({ pass }) => pass));
    const quiet = world.passes.filter(({ id, key, failed }) => eventPasses.has(id) && !working.has(id) && failed === undefined && !world.busy.includes(key));
    const { reason, message } = world.events.at(-1) ?? { reason: '', message: '' };
    if (quiet.length <= quietPasses) return undefined;
    return `By ${inSeconds(t)} ${quiet.length} passes of your loop had recorded an Event and written nothing else. The last one was ${reason}, "${message}".`;
  },
};
