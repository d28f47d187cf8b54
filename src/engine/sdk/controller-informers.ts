/** The caches of one controller: an informer for each kind it reads. */
import type { Kind } from '../api/types.ts';
import { type Connection, createInformer, type Informer, type Lister, type SharedInformers } from '../client/index.ts';
import type { Kernel } from '../kernel/index.ts';
import type { KubeObject } from '../meta/index.ts';
import type { LateInformers } from './defined-kinds.ts';
import type { EngineParts } from './parts.ts';
import type { Tools } from './types.ts';

export interface Informers extends LateInformers {
  start(kind: Kind): void;
  of(kind: Kind): Informer<KubeObject>;
  readonly lister: Tools['lister'];
  synced(): boolean;
  all(): readonly Informer<KubeObject>[];
  stop(): void;
}

/** What the informers of a controller are made of. */
export interface InformersOptions {
  readonly connection: Connection;
  readonly kernel: Pick<Kernel, 'clock' | 'random'>;
  /** Its name in the trace: `controller/replicaset`. */
  readonly component: string;
  /** Called when one more cache is filled. */
  readonly onSynced: () => void;
  /** Informers that other controllers read, too; without them it has its own. */
  readonly shared: SharedInformers | undefined;
  /** The rules of their reflectors. Shared informers have those of their manager. */
  readonly step: EngineParts['stepReflector'];
}

/** One informer a kind, however often the kind is named. */
export function createInformers({
  connection,
  kernel,
  component,
  onSynced,
  shared,
  step,
}: InformersOptions): Informers {
  const started = new Map<string, Informer<KubeObject>>();
  /** The same, found without making up a name. */
  const byKind = new Map<Kind, Informer<KubeObject>>();
  const random = kernel.random.fork(`${component}/watch`);
  /** Kinds whose first list no reconcile waits for. */
  const late = new Map<string, Informer<KubeObject>>();
  const all = () => [...started.values(), ...late.values()];

  function of(kind: Kind): Informer<KubeObject> {
    const informer =
      byKind.get(kind) ?? started.get(`${kind.plural}.${kind.group}`) ?? late.get(`${kind.plural}.${kind.group}`);
    if (informer !== undefined) {
      byKind.set(kind, informer);
      return informer;
    }
    throw new Error(`${component} reads ${kind.plural}, which it names neither in for nor in owns or watches`);
  }

  return {
    of,
    start(kind) {
      const name = `${kind.plural}.${kind.group}`;
      if (started.has(name)) return;
      const own = { connection, clock: kernel.clock, random, kind, onSynced, step };
      started.set(name, shared?.join(component, own) ?? createInformer(own));
    },
    startLate(kind) {
      const informer = createInformer({ connection, clock: kernel.clock, random, kind, onSynced, step });
      late.set(`${kind.plural}.${kind.group}`, informer);
      return informer;
    },
    stopLate(kind) {
      const name = `${kind.plural}.${kind.group}`;
      late.get(name)?.stop();
      late.delete(name);
      for (const known of [...byKind.keys()]) if (`${known.plural}.${known.group}` === name) byKind.delete(known);
    },
    // The map holds under a kind's name only what an informer of that kind has parsed.
    lister: <T extends KubeObject>(kind: Kind<T>) => of(kind).lister as Lister<T>,
    synced() {
      for (const informer of started.values()) if (!informer.synced) return false;
      return true;
    },
    all,
    stop() {
      for (const informer of all()) informer.stop();
    },
  };
}
