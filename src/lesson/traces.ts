/** Chains of causes that a lesson shows: `<Trace cell="apply" of="Deployment/web" />`. Read in the build, and again from the reader's own run. */
import type { Inspect } from '../session/inspections.ts';
import type { WhySubject } from '../viz/trace-model.ts';
import type { Foot, Traced } from './baked.ts';

export interface TraceRequest {
  /** The chain is as it was when this cell had ended. */
  readonly cell: string;
  /** A regular expression for the whole of `Deployment/web`; of what matches and was still there, the one that the cell wrote last. */
  readonly of: string;
}

/** The traces that a lesson's MDX text shows. */
export const tracesOf = (mdx: string): readonly TraceRequest[] =>
  [...mdx.matchAll(/<Trace\s+cell="([^"]+)"\s+of="([^"]+)"\s*\/>/g)].map(([, cell = '', of = '']) => ({ cell, of }));

export const traceName = ({ cell, of }: TraceRequest): string => `${cell} ${of}`;

/** Undefined when the cell has written nothing of the kind. */
export async function readTrace(inspect: Inspect, { of }: TraceRequest, foot: Foot): Promise<Traced | undefined> {
  const at = { t: foot.toMs, revision: foot.toRevision };
  const story = await inspect('changeLog', { to: at });
  const whole = new RegExp(`^(?:${of})$`);
  const gone = new Set<string>();
  const line = story.findLast(({ revision, does, object }) => {
    if (does === 'delete') gone.add(object);
    return revision > foot.fromRevision && does !== 'event' && whole.test(object) && !gone.has(object);
  });
  if (line === undefined) return undefined;
  const subject = subjectOf(line.object);
  return { subject, why: await inspect('why', { subject, at }) };
}

/** `Pod/web-7k2xq`, `Pod/kube-system/dns` */
function subjectOf(object: string): WhySubject {
  const [kind = '', first = '', second] = object.split('/');
  return second === undefined ? { kind, name: first } : { kind, namespace: first, name: second };
}
