/** Code that runs apart, and in the session's own realm all the same: what crosses is the same, at the same moments. */
import type { Json } from '../../engine/index.ts';
import type { SessionParts } from '../session-parts.ts';
import { type Answer, type SubjectAction, type SubjectLink, SubjectLost } from './messages.ts';
import { createSubjectHost, type SubjectHost } from './subject-host.ts';

export interface Loopback extends SubjectLink {
  readonly host: SubjectHost;
}

export function openLoopback(parts: Pick<SessionParts, 'platform' | 'compile' | 'compileApart' | 'sdk' | 'limits' | 'watching' | 'evaluating'>): Loopback {
  const host = createSubjectHost({ ...parts, compile: parts.compileApart ?? parts.compile, settle: () => parts.platform.settle() });
  return {
    host,
    exchange: async (batch) => copied(await host.deliver(batch)),
    rejected: (error) => host.rejected(error),
    close() {},
  };
}

/** Bodies as text has them: what the code keeps of what it sent is another object than the one that the session reads and stores. */
function copied({ actions, ...rest }: Answer): Answer {
  return { ...rest, actions: actions.map(copiedAction) };
}

function copiedAction(action: SubjectAction): SubjectAction {
  if (action.type === 'request' && action.body !== undefined) return { ...action, body: copyOf(action.body) };
  if (action.type === 'returned' && action.value !== undefined) return { ...action, value: copyOf(action.value) };
  return action;
}

function copyOf(body: Json): Json {
  try {
    return JSON.parse(JSON.stringify(body));
  } catch {
    throw new SubjectLost('nonsense', 'It sent something that can’t be written as JSON.');
  }
}
