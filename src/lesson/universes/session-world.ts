/** A universe as rules see it, always as it is now. */
import { Namespace, Node } from 'converge/sdk';
import { type Cluster, type ControllerStatus, controllerOf, type Kind, type KubeObject, type Repositories } from '../../engine/index.ts';
import type { Owner, Pass, RecordedEvent, Refusal, Subject, SubjectRequest, World, Write } from './types.ts';
import type { WriteRecorder } from './write-recorder.ts';

export interface WorldParts {
  readonly cluster: Cluster;
  readonly recorder: WriteRecorder;
  readonly subject: Subject;
  /** The seed has drawn nothing that goes wrong. */
  readonly calm: boolean;
  t(): number;
  revision(): number;
}

export class SessionWorld implements World {
  readonly #parts: WorldParts;
  /** Each rule reads the same few kinds: they are gathered once a revision. */
  readonly #gathered = new Map<string, readonly KubeObject[]>();
  #gatheredAt = -1;
  /** As they were gathered last: most revisions change none of a kind. */
  readonly #before = new Map<string, readonly KubeObject[]>();
  #owners: readonly Owner[] | undefined;
  #ownersBefore: GatheredOwners | undefined;
  #leaving: readonly KubeObject[] | undefined;
  /** Something was there for the rule that has just been judged. */
  looked = false;
  /** The scenario has made something go wrong that it isn't about. */
  disturbed = false;

  constructor(parts: WorldParts) {
    this.#parts = parts;
  }

  get t(): number {
    return this.#parts.t();
  }

  get revision(): number {
    return this.#parts.revision();
  }

  get nowMs(): number {
    return this.#parts.cluster.now();
  }

  get calm(): boolean {
    return this.#parts.calm && !this.disturbed;
  }

  get repositories(): Repositories | undefined {
    return this.#parts.cluster.running('repository')?.repositories;
  }

  get events(): readonly RecordedEvent[] {
    return this.#parts.recorder.events;
  }

  get eventPasses(): ReadonlySet<number> {
    return this.#parts.recorder.eventPasses;
  }

  get idleWrites(): ReadonlyMap<string, number> {
    return this.#parts.recorder.idleWrites;
  }

  get refused(): readonly Refusal[] {
    return this.#parts.recorder.refused;
  }

  get requests(): readonly SubjectRequest[] {
    return this.#parts.recorder.requests;
  }

  get passes(): readonly Pass[] {
    return this.#parts.recorder.passes();
  }

  get timers(): World['timers'] {
    return this.#status()?.timers ?? { clocks: 0, waits: 0 };
  }

  get busy(): readonly string[] {
    const status = this.#status();
    return status !== undefined && 'queue' in status && 'status' in status.queue
      ? [...status.queue.status().processing]
      : [];
  }

  get cloud(): World['cloud'] {
    this.looked = true;
    return this.#parts.cluster.cloud;
  }

  get owners(): readonly Owner[] {
    this.#refresh();
    this.#owners ??= this.#currentOwners();
    this.looked ||= this.#owners.length > 0;
    return this.#owners;
  }

  get leaving(): readonly KubeObject[] {
    this.#refresh();
    const { kind, makes } = this.#parts.subject;
    this.#leaving ??= [kind, ...(makes === undefined ? [] : [makes])]
      .flatMap((each) => this.objects(each))
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    return this.#leaving;
  }

  heardAt(object: string, by?: number): number | undefined {
    return this.#parts.recorder.heardAt(object, by);
  }

  writes(verb: 'create' | 'change' | 'delete'): readonly Write[] {
    return this.#parts.recorder.writes(verb);
  }

  objects<T extends KubeObject>(kind: Kind<T>): readonly T[] {
    this.#refresh();
    const known = this.#gathered.get(kind.kind);
    // Put there by the lines below, for the same kind.
    const found = known === undefined ? unlessSame(this.#parts.cluster.objects(kind), this.#before.get(kind.kind) as readonly T[] | undefined) : (known as readonly T[]);
    this.#gathered.set(kind.kind, found);
    this.#before.set(kind.kind, found);
    this.looked ||= found.length > 0;
    return found;
  }

  #status(): Partial<ControllerStatus> | undefined {
    const { cluster, recorder } = this.#parts;
    return cluster.running(recorder.component)?.status?.();
  }

  #refresh(): void {
    const { revision } = this;
    if (revision === this.#gatheredAt) return;
    this.#gatheredAt = revision;
    this.#gathered.clear();
    this.#owners = undefined;
    this.#leaving = undefined;
  }

  /** The same array as before, while nothing has changed of which they or a check's own gathering depend. */
  #currentOwners(): readonly Owner[] {
    const { recorder, subject } = this.#parts;
    const desired = recorder.desiredOf(subject.kind.plural);
    const kinds = [subject.kind, ...(subject.makes === undefined ? [] : [subject.makes]), Namespace, Node];
    const from = [desired, ...kinds.map((kind) => this.objects(kind))];
    const before = this.#ownersBefore;
    if (before?.from.every((each, index) => each === from[index]) === true) return before.owners;
    const owners = this.#gatherOwners(desired);
    this.#ownersBefore = { from, owners };
    return owners;
  }

  #gatherOwners(desired: readonly KubeObject[]): readonly Owner[] {
    const { subject } = this.#parts;
    const all = desired.filter((each) => subject.looksAfter?.(each) !== false);
    if (all.length === 0) return [];
    const live = new Map(this.objects(subject.kind).map((object) => [object.metadata.uid, object]));
    const made = subject.makes === undefined ? [] : this.objects(subject.makes);
    const byController = subject.owns === undefined ? groupByController(made) : undefined;
    return all.map((desired) => ({
      name: nameOf(desired),
      desired,
      live: live.get(desired.metadata.uid),
      made: byController?.get(desired.metadata.uid ?? '') ?? made.filter((each) => subject.owns?.(desired, each) === true),
    }));
  }
}

interface GatheredOwners {
  readonly from: readonly (readonly KubeObject[])[];
  readonly owners: readonly Owner[];
}

/** An object that hasn't changed is the same one. */
function unlessSame<T>(now: readonly T[], before: readonly T[] | undefined): readonly T[] {
  return before !== undefined && before.length === now.length && now.every((each, index) => each === before[index]) ? before : now;
}

function groupByController(objects: readonly KubeObject[]): ReadonlyMap<string, readonly KubeObject[]> {
  const groups = new Map<string, KubeObject[]>();
  for (const object of objects) {
    const uid = controllerOf(object)?.uid;
    if (uid === undefined) continue;
    const group = groups.get(uid);
    if (group === undefined) groups.set(uid, [object]);
    else group.push(object);
  }
  return groups;
}

/** `web`, `shop/web` */
export function nameOf({ metadata: { namespace = '', name } }: KubeObject): string {
  return namespace === '' || namespace === 'default' ? name : `${namespace}/${name}`;
}
