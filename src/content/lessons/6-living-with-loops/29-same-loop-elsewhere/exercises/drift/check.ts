/** What your commands have to do: the cloud is again as the file says, the file has the one size that was wanted, and what serves is never destroyed. */
import { Node } from 'converge/sdk';
import { mistake } from '../../../../../../lesson/universes/finding.ts';
import type { Bench, Ran } from '../../../../../../lesson/universes/trials/bench.ts';
import type { CaseFinding, Check, Trial } from '../../../../../../lesson/universes/types.ts';

const tookBalancer = mistake('took the load balancer away', 'Users know one address. Which of your commands gave it back to the cloud?', 'too-few');
const destroyed = mistake('destroyed a machine that was there', 'A plan names what it will destroy, and why. What did yours say of this machine?', 'too-few');
const stranger = mistake('touched a machine of someone else', 'Which resources are in the state, and who rented this machine?', 'orphan');
const pastTerraform = mistake('changed the cloud in its console', 'The console is where the drift came from. Who will know of your change tomorrow?', 'orphan');
const lostState = mistake('lost the state', 'How does Terraform know which machines are its own?', 'orphan');
const rentedMore = mistake('rented more than the shop needs', 'Who asked for one more, and who pays for it?');
const leftDrift = mistake('left the cloud as it was changed', 'Did your last command act, or only look? What did it print?', 'stood-still');
const adopted = mistake('took over a change that wasn’t wanted', 'One change of the night was wanted. Which others does the file have now?');
const oldSize = mistake('left the old size in the file', 'What will the next person’s apply do with `web-1`?', 'waiting');
const openPlan = mistake('left a plan that isn’t empty', 'What does `terraform plan` want to do after your last command?', 'waiting');

const mainFile = `resource "converge_machine" "web_1" {
  name          = "web-1"
  zone          = "converge-1a"
  instance_type = "standard-2"
}

resource "converge_machine" "web_2" {
  name          = "web-2"
  zone          = "converge-1b"
  instance_type = "standard-2"
}

resource "converge_load_balancer" "web" {
  name    = "web"
  targets = [converge_machine.web_1.name, converge_machine.web_2.name]
  listener {
    port      = 80
    node_port = 30080
  }
}
`;

/** What Terraform rents here, by address: the plural of the cloud and the name there. */
const own = {
  'converge_load_balancer.web': { plural: 'loadbalancers', name: 'web' },
  'converge_machine.web_1': { plural: 'machines', name: 'web-1' },
  'converge_machine.web_2': { plural: 'machines', name: 'web-2' },
} as const;

type Address = keyof typeof own;

const addresses: readonly Address[] = ['converge_load_balancer.web', 'converge_machine.web_1', 'converge_machine.web_2'];

const inCloud = ({ cloud }: Bench, plural: 'loadbalancers' | 'machines', name: string) => cloud?.list(plural).find((each) => each.name === name);
const machine = (bench: Bench, name: string) => inCloud(bench, 'machines', name);
const isThere = (found: { readonly state: string } | undefined): boolean => found !== undefined && found.state !== 'deleting';
/** A machine that is rented again has another address. */
const wordsOf = (found: object | undefined): string => (found === undefined ? 'gone' : JSON.stringify({ ...found, address: undefined }));

/** What must hold from now on, whatever is changed. */
function keep(bench: Bench): void {
  const balancer = inCloud(bench, 'loadbalancers', 'web');
  const serving = ['web-1', 'web-2'].filter((name) => isThere(machine(bench, name)));
  const other = wordsOf(machine(bench, 'batch-1'));
  let seenUntil = bench.trace.last;
  bench.always(() => {
    const now = inCloud(bench, 'loadbalancers', 'web');
    if (!isThere(now) || now?.['address'] !== balancer?.['address']) return { ...tookBalancer, seen: 'The load balancer `web` was deleted, and with it the address that users know.' };
    const gone = serving.find((name) => !isThere(machine(bench, name)));
    if (gone !== undefined) return { ...destroyed, seen: `The machine \`${gone}\` was there when your commands began. One of them destroyed it.` };
    const since = wordsOf(machine(bench, 'batch-1'));
    if (since !== other) return { ...stranger, seen: `The machine \`batch-1\` was ${other}. Now it is ${since}.` };
    const typed = bench.trace.since(seenUntil).find(({ component }) => component === 'console');
    seenUntil = bench.trace.last;
    return typed && { ...pastTerraform, seen: `The cloud’s log has: ${typed.what}.` };
  });
}

/** The last line that a command printed, as a sentence. */
function lastLine({ text }: Ran): string {
  const line = text.split('\n').findLast((each) => each.trim() !== '');
  return line === undefined ? '' : ` The last line that your commands printed: ${line.trim()}`;
}

/** What is still otherwise in the cloud than the file said. */
function differing(bench: Bench, before: ReadonlyMap<Address, string>): string | undefined {
  const [balancer, second] = (['converge_load_balancer.web', 'converge_machine.web_2'] as const).map((address) => {
    const now = wordsOf(inCloud(bench, own[address].plural, own[address].name));
    return now === before.get(address) ? undefined : `\`${own[address].name}\` was ${before.get(address)}. Now it is ${now}.`;
  });
  return balancer ?? second;
}

async function judge(bench: Bench, before: ReadonlyMap<Address, string>, ran: Ran): Promise<CaseFinding | undefined> {
  const { text: listed } = await bench.run('terraform state list');
  const { ok: isClean, text: plan } = await bench.run('terraform plan -detailed-exitcode');
  const unknown = addresses.find((address) => !listed.split('\n').includes(address) && isThere(inCloud(bench, own[address].plural, own[address].name)));
  if (unknown !== undefined) return { ...lostState, seen: `\`${unknown}\` is in the cloud, and not in the state any more.` };
  const more = [...(bench.cloud?.machines() ?? []), ...(bench.cloud?.loadBalancers() ?? [])].find(({ name }) => !['web', 'web-1', 'web-2', 'batch-1'].includes(name));
  if (more !== undefined) return { ...rentedMore, seen: `The cloud has one more: \`${more.name}\`.` };
  const left = differing(bench, before);
  if (left !== undefined) return isClean ? { ...adopted, seen: `${left} And the file says so, too.` } : { ...leftDrift, seen: `${left}${lastLine(ran)}` };
  if (isClean) return undefined;
  const wants = /^Plan: .*|^Error: .*/m.exec(plan)?.[0] ?? '';
  return { ...(plan.includes('web_1 must be replaced') ? oldSize : openPlan), seen: `A plan after your last command ends with: ${wants}` };
}

/** One of these a universe; a second list may go wrong beside it. */
const changesOfBalancer = ['edit balancer web targets=web-1', 'edit balancer web targets=web-1,batch-1', 'edit balancer web listeners=80:30081/TCP', 'edit balancer web listeners=8080:30080/TCP'];
const changesOfMachine = ['delete machine web-2', 'edit machine web-2 power=off'];

const trial = (name: string, ...lists: readonly (readonly string[])[]): Trial => ({
  name,
  async judge(bench, random) {
    const size = random.pick(['standard-4', 'standard-8']);
    await bench.write('main.tf', mainFile);
    await bench.run('terraform init; terraform apply -auto-approve; converge cloud create machine batch-1 zone=converge-1c instanceType=standard-2');
    await bench.wait(16_000 + random.int(4000));
    const before = new Map(addresses.map((address) => [address, wordsOf(inCloud(bench, own[address].plural, own[address].name))]));
    const night = [`edit machine web-1 instanceType=${size}`, ...lists.map((list) => random.pick(list))];
    await bench.run(night.map((change) => `converge cloud ${change}`).join('; '));
    await bench.wait(5000 + random.int(5000));
    keep(bench);
    const ran = await bench.runFile('repair.sh');
    await bench.wait(20_000);
    return bench.broken() ?? judge(bench, before, ran);
  },
});

export default {
  controller: 'repair.sh',
  entry: 'repair.sh',
  cluster: { nodes: 0, profile: 'minimal', withoutControllers: ['*'], withoutEvents: true, cloud: true },
  subject: { kind: Node, writes: [] },
  scenarios: [],
  trials: [trial('the load balancer was changed', changesOfBalancer), trial('a machine is gone or off', changesOfMachine), trial('both at once', changesOfBalancer, changesOfMachine)],
  always: [],
  settled: [],
} satisfies Check;
