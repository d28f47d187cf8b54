/**
 * Incidents of a session: `converge incident begin` stops one loop and says neither which nor how. What a learner then says of it is
 * judged by what was stopped and by what the cluster stored, so that nothing has to be written down beside the lesson.
 */
import { type Cluster, createRandom, type Fault, type KubeObject } from '../../engine/index.ts';
import type { IncidentControl } from '../../shell/types.ts';
import type { Diagnosis, IncidentAsk, IncidentView } from '../../viz/incident-model.ts';
import { asObject, type History, type World } from '../history.ts';
import { suspectsIn } from './suspects.ts';
import { waitsFor } from './waiting.ts';

export interface Incidents extends IncidentControl {
  inspect(ask: IncidentAsk): IncidentView;
}

export interface IncidentParts {
  readonly cluster: Pick<Cluster, 'components' | 'manifests' | 'addFault' | 'trace'>;
  readonly history: History;
  readonly seed: number;
  /** Virtual milliseconds since the session's start. */
  t(): number;
}

interface Incident {
  readonly name: string | undefined;
  readonly component: string;
  readonly from: number;
  to?: number;
  heal(): void;
}

/** A moment is as good as another this near to it: milliseconds. A hand on a timeline is no more exact. */
const nearMs = 2_000;

export function createIncidents({ cluster, history, seed, t }: IncidentParts): Incidents {
  const incidents: Incident[] = [];
  /** What heals those that went wrong by request. */
  const given: (() => void)[] = [];
  const open = (): Incident | undefined => incidents.findLast(({ to }) => to === undefined);
  const stoppable = (): readonly string[] => cluster.components().filter((name) => waitsFor(name) !== undefined);

  /** Each comes once before any comes twice; under a name it is the same one whatever began before. */
  function draw(name: string | undefined): string {
    if (name !== undefined) return createRandom(seed).fork(`incident ${name}`).pick(stoppable());
    const drawn = createRandom(seed).fork('incidents');
    const left: string[] = [];
    for (let count = 0; ; count += 1) {
      if (left.length === 0) left.push(...stoppable());
      const next = drawn.pick(left);
      left.splice(left.indexOf(next), 1);
      if (count === incidents.length) return next;
    }
  }

  /** In the trace it comes of the incident, so that no chain of causes names it. */
  function addFault(fault: Fault): () => void {
    const { trace } = cluster;
    const before = trace.current;
    trace.current = trace.record({ component: 'incident', type: 'command', what: 'an incident', cause: 0 });
    try {
      return cluster.addFault(fault);
    } finally {
      trace.current = before;
    }
  }

  function endGiven(): 'given' {
    for (const heal of given.splice(0)) heal();
    return 'given';
  }

  return {
    begin(name) {
      if (open() !== undefined) return undefined;
      const component = draw(name);
      incidents.push({ name, component, from: t(), heal: addFault({ type: 'pause', component }) });
      return incidents.length;
    },
    beginWith(fault: Fault) {
      given.push(addFault(fault));
    },
    end() {
      const incident = open();
      if (incident === undefined) return given.length === 0 ? undefined : endGiven();
      incident.to = t();
      incident.heal();
      return { component: incident.component, from: incident.from };
    },
    inspect({ diagnosis, suspects, name }) {
      if (suspects === true) return suspectsIn(history, cluster);
      const incident = incidents.findLast((each) => name === undefined || each.name === name);
      const components = stoppable();
      if (incident === undefined) return { state: 'none', components, objects: [] };
      const world = history.worldAfter(history.count({ t: incident.to ?? t() }));
      const state = incident.to === undefined ? 'open' : 'over';
      return {
        state,
        components,
        objects: namesIn(world),
        ...(diagnosis === undefined ? {} : { judged: judge(incident, diagnosis, history, incident.to ?? t()) }),
      };
    },
  };
}

function judge({ component, from }: Incident, diagnosis: Diagnosis, history: History, until: number): Required<IncidentView>['judged'] {
  const since = waitingSince(history, component, { from, until });
  const began = since.get(diagnosis.object);
  return {
    component: diagnosis.component === component,
    object: began !== undefined,
    // Until an object is named that waits, any that does may be meant.
    moment: [...(began === undefined ? since.values() : [began])].some((ms) => Math.abs(ms - diagnosis.t) <= nearMs),
  };
}

/** What waits for the component at the end, and since when: the write after which it was the component's turn. */
function waitingSince(history: History, component: string, { from, until }: { readonly from: number; readonly until: number }): ReadonlyMap<string, number> {
  const waits = waitsFor(component) ?? (() => false);
  const [first, last] = [history.count({ t: from }), history.count({ t: until })];
  /** By etcd's key. */
  const since = new Map<string, { readonly name: string; readonly ms: number }>();
  for (const [key, object] of objectsIn(history.worldAfter(first))) if (waits(object)) since.set(key, { name: nameOf(object), ms: from });
  for (const { t, events } of history.commits.slice(first, last)) {
    for (const event of events) {
      const key = event.type === 'put' ? event.kv.key : event.key;
      const object = event.type === 'put' ? asObject(event.kv.value) : undefined;
      if (object === undefined || !waits(object)) since.delete(key);
      else if (!since.has(key)) since.set(key, { name: nameOf(object), ms: t });
    }
  }
  return new Map([...since.values()].map(({ name, ms }) => [name, ms]));
}

const objectsIn = (world: World): readonly (readonly [string, KubeObject])[] =>
  [...world.values()].flatMap((stored) => [...stored].map(([key, { object }]) => [key, object] as const));

const nameOf = ({ kind, metadata }: KubeObject): string => `${kind}/${metadata.name}`;

/** Kinds that a loop which can be stopped acts on, from the outermost in. */
const kinds: readonly string[] = ['Deployment', 'ReplicaSet', 'Pod', 'Node'];

const namesIn = (world: World): readonly string[] =>
  kinds.flatMap((kind) => [...(world.get(kind)?.values() ?? [])].map(({ object }) => nameOf(object)).sort());
