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
  /** Their kubelets end what runs on them; then they are off. */
  readonly shuttingDown: Set<string>;
}

export function createCloudMachines(cloud: Cloud): CloudMachines {
  const state: State = { cloud, atBoot: new Map(), running: new Map(), shuttingDown: new Set() };
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

function follow(state: State, room: MachineRoom, name: string): void {
  const { cloud, atBoot, running } = state;
  const machine = cloud.webConsole.machines().find((each) => each.name === name);
  const isOn = machine?.state === 'active' && machine.power !== 'off';
  if (machine === undefined) {
    switchOff(state, name);
    // One of the same name is another machine.
    return void atBoot.delete(name);
  }
  if (!isOn) return shutDown(state, room, name);
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

/** As its operating system does when its power button is pressed: whoever has something to end is told, and waited for. */
function shutDown(state: State, room: MachineRoom, name: string): void {
  const { running, shuttingDown } = state;
  const machine = running.get(name);
  if (machine === undefined || shuttingDown.has(name)) return;
  shuttingDown.add(name);
  const done = (): void => {
    if (running.get(name) !== machine) return;
    switchOff(state, name);
    // It may be on again by now.
    follow(state, room, name);
  };
  const kubelet = room.kubeletOf(name);
  if (kubelet === undefined) done();
  else kubelet.shutDown(done);
}

function switchOff({ running, shuttingDown }: State, name: string): void {
  const end = running.get(name);
  running.delete(name);
  shuttingDown.delete(name);
  end?.();
}

/** The name of the type that has this; `custom` where the cluster's machines are of a size of their own. */
function typeOf({ cpu, memory }: Machine['capacity']): string {
  const found = Object.entries(instanceTypes).find(([, type]) => type.cpu === cpu && type.memory === memory);
  return found?.[0] ?? 'custom';
}
