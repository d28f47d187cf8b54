/** What a cloud rents out, as its API shows it, and how a controller asks for it. */

/** Whether what was asked for is there yet. A cloud answers first and does it then: seconds later, or never. */
export type CloudState = 'provisioning' | 'active' | 'deleting';

/** What listens at a balancer's address, and the port of each target that it hands connections to. */
export interface Listener {
  readonly protocol: string;
  readonly port: number;
  readonly nodePort: number;
}

/** What its renter says of a balancer. */
export interface LoadBalancerSpec {
  /** Unique in the cloud; at most 63 letters, digits and dashes. */
  readonly name: string;
  readonly listeners: readonly Listener[];
  /** Names of machines that connections are spread over; those that don't answer the health check get none. */
  readonly targets: readonly string[];
  /** Targets are asked for `/healthz` at this port. Absent: whether the listener's own port opens. */
  readonly healthCheckPort?: number;
  /** Notes of its renter: nothing reads them but people. */
  readonly tags?: Readonly<Record<string, string>>;
}

/** A load balancer as the cloud has it: what was asked for, and what it came to. */
export interface LoadBalancer extends LoadBalancerSpec {
  readonly state: CloudState;
  /** `203.0.113.10`; '' until it is active. */
  readonly address: string;
}

/** What its renter says of a machine. */
export interface MachineSpec {
  /** Also the name of the Node that its kubelet registers. */
  readonly name: string;
  /** `converge-1a` */
  readonly zone: string;
  /** What it has: `standard-2` (2 cpu, 4Gi), `standard-4`, `standard-8`. */
  readonly instanceType: string;
  /** Off: it exists, costs little, and runs nothing. `on` by default. */
  readonly power?: 'on' | 'off';
  readonly tags?: Readonly<Record<string, string>>;
}

/** A machine as the cloud has it. */
export interface Machine extends MachineSpec {
  readonly state: CloudState;
  /** In the network of the machines; '' until it is active. */
  readonly address: string;
}

/** What its renter says of a disk. */
export interface DiskSpec {
  readonly name: string;
  /** `10Gi` */
  readonly size: string;
  /** Machines of this zone can have it: `converge-1a`, which is also what an absent one means. It stays there. */
  readonly zone?: string;
  /** The machine that has it. Absent or '': none has. */
  readonly attachedTo?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/** A disk as the cloud has it. */
export interface Disk extends DiskSpec {
  readonly zone: string;
  readonly state: CloudState;
}

/** What its renter says of a route in the network of the machines. */
export interface RouteSpec {
  readonly name: string;
  /** The addresses that it is for: `10.244.1.0/24`. */
  readonly destination: string;
  /** The name of the machine that they lead to. */
  readonly target: string;
}

/** A route as the cloud has it. */
export interface Route extends RouteSpec {
  readonly state: CloudState;
}

/** What a renter may do with one kind of what the cloud has. Every method rejects with a `StatusError` when the cloud refuses or can't be reached. */
export interface CloudCollection<Spec, T extends Spec> {
  /** Rejects with NotFound where there is none. */
  get(name: string): Promise<T>;
  /** In order of their names. */
  list(): Promise<readonly T[]>;
  /**
   * Resolves when the cloud has accepted it: then it is `provisioning`, and `active` some seconds later. Rejects with AlreadyExists
   * where the name is taken, also by one that is on its way out, and with Forbidden where the quota is used up.
   */
  create(spec: Spec): Promise<T>;
  /** Replaces what its renter says of it; what runs goes on meanwhile. */
  update(spec: Spec): Promise<T>;
  /** Resolves when the cloud has accepted it: it is `deleting` for a while, and then gone. */
  delete(name: string): Promise<void>;
}

/** The cloud's API, as a pass has it. Calls take some hundred milliseconds; each is in the trace with the pass as its cause. */
export interface CloudClient {
  readonly loadBalancers: CloudCollection<LoadBalancerSpec, LoadBalancer>;
  readonly machines: CloudCollection<MachineSpec, Machine>;
  readonly disks: CloudCollection<DiskSpec, Disk>;
  readonly routes: CloudCollection<RouteSpec, Route>;
}
