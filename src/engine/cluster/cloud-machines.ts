/** The machines of the cloud run as it says: those that are active and on, with a kubelet each. */
import { type Cloud, instanceTypes, mostDisks, zones } from '../cloud/index.ts';
import { zoneKey } from '../controllers/shared/cloud-disks.ts';
import { driver } from '../controllers/volume-provisioner/driver.ts';
import { registerDriver } from '../node/driver-registration.ts';
import type { Machine, MachineRoom } from './machines.ts';

/** The cloud's controller finishes a Node before anything may run there (upstream: --cloud-provider=external). */
const uninitialized = { key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true', effect: 'NoSchedule' };

export interface CloudMachines {
  /** Notes a machine of the cluster's beginning, before any runs. */
  own(machine: Machine): void;
  /** Runs them, and from now on whatever becomes of them. */
  run(room: MachineRoom): void;
}

interface State {
  readonly cloud: Cloud;
  readonly atBoot: Map<string, Machine>;
  /** What ends each that runs. */
  readonly running: Map<string, () => void>;
}

export function createCloudMachines(cloud: Cloud): CloudMachines {
  const state: State = { cloud, atBoot: new Map(), running: new Map() };
  return {
    own(machine) {
      const { name, address, capacity } = machine;
      const zone = zones[state.atBoot.size % zones.length] ?? '';
      state.atBoot.set(name, machine);
      cloud.seedMachine({ name, zone, instanceType: typeOf(capacity), state: 'active', address });
    },
    run(room) {
      for (const name of state.atBoot.keys()) follow(state, room, name);
      cloud.webConsole.onChange((plural, name) => {
        if (plural === 'machines') follow(state, room, name);
      });
    },
  };
}

function follow({ cloud, atBoot, running }: State, room: MachineRoom, name: string): void {
  const machine = cloud.webConsole.machines().find((each) => each.name === name);
  const isOn = machine?.state === 'active' && machine.power !== 'off';
  if (!isOn) {
    running.get(name)?.();
    running.delete(name);
    // One of the same name is another machine.
    if (machine === undefined) atBoot.delete(name);
    return;
  }
  if (running.has(name)) return;
  const known = atBoot.get(name) ?? {
    name,
    podNetwork: room.nextAddresses().podNetwork,
    address: machine.address,
    capacity: instanceTypes[machine.instanceType] ?? { cpu: '4', memory: '8Gi', pods: 110 },
  };
  atBoot.set(name, known);
  const { zone, instanceType } = machine;
  const info = { driver, nodeID: name, topology: { [zoneKey]: zone }, maxVolumes: mostDisks(instanceType) };
  running.set(name, room.start({ ...known, taints: [uninitialized], registerDriver: registerDriver(info) }));
}

/** The name of the type that has this; `custom` where the cluster's machines are of a size of their own. */
function typeOf({ cpu, memory }: Machine['capacity']): string {
  const found = Object.entries(instanceTypes).find(([, type]) => type.cpu === cpu && type.memory === memory);
  return found?.[0] ?? 'custom';
}
