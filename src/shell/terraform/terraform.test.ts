/** Terraform's loop over the cloud: plan, apply, drift, destroy, as a session prints them. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import { emptyLog, openSession, type Session } from '../../session/session.ts';

const parts = sessionParts(nodePlatform());
const main = `# What the shop rents.
terraform {
  required_providers {
    converge = { source = "converge/cloud" }
  }
}

resource "converge_load_balancer" "web" {
  name    = "web"
  targets = ["node-1", converge_machine.extra.name]
  listener {
    port      = 80
    node_port = 30080
  }
}

resource "converge_machine" "extra" {
  name          = "extra"
  zone          = "converge-1b"
  instance_type = "standard-2"
  tags          = { team = "shop" }
}
`;

async function open(files: Readonly<Record<string, string>> = { 'main.tf': main }): Promise<Session> {
  const { session } = await openSession(emptyLog(3, { cloud: true }, files), parts, () => {});
  onTestFinished(() => session.close());
  return session;
}

async function printed(session: Session, text: string): Promise<string> {
  const { outputs } = await session.run({ type: 'command', text });
  return outputs.map((output) => ('text' in output ? output.text : '')).join('');
}

async function applied(): Promise<Session> {
  const session = await open();
  await printed(session, 'terraform init');
  await printed(session, 'terraform apply -auto-approve');
  return session;
}

const balancers = (session: Session) => session.cluster.cloud?.loadBalancers() ?? [];

test('a plan shows what is to be made, and what is known only then', async () => {
  const session = await open();
  expect(await printed(session, 'terraform plan')).toContain('Error: Inconsistent dependency lock file');
  expect(await printed(session, 'terraform init')).toContain('Terraform has been successfully initialized!');
  expect(await printed(session, 'terraform plan')).toBe(`
Terraform used the selected providers to generate the following execution
plan. Resource actions are indicated with the following symbols:
  + create

Terraform will perform the following actions:

  # converge_load_balancer.web will be created
  + resource "converge_load_balancer" "web" {
      + address = (known after apply)
      + id      = (known after apply)
      + name    = "web"
      + targets = [
          + "node-1",
          + "extra",
        ]

      + listener {
          + node_port = 30080
          + port      = 80
          + protocol  = "TCP"
        }
    }

  # converge_machine.extra will be created
  + resource "converge_machine" "extra" {
      + address       = (known after apply)
      + id            = (known after apply)
      + instance_type = "standard-2"
      + name          = "extra"
      + power         = "on"
      + tags          = {
          + "team" = "shop"
        }
      + zone          = "converge-1b"
    }

Plan: 2 to add, 0 to change, 0 to destroy.

${'─'.repeat(77)}

Note: You didn't use the -out option to save this plan, so Terraform can't
guarantee to take exactly these actions if you run "terraform apply" now.
`);
  expect(balancers(session)).toEqual([]);
});

test('apply makes what others need first, waits for each, and writes the state; then nothing is left to do', async () => {
  const session = await open();
  await printed(session, 'terraform init');
  const text = await printed(session, 'terraform apply -auto-approve');
  const [made, needing] = [text.indexOf('converge_machine.extra: Creation complete after '), text.indexOf('converge_load_balancer.web: Creating...')];
  expect(made).toBeGreaterThan(0);
  expect(needing).toBeGreaterThan(made);
  expect(text).toMatch(/converge_load_balancer\.web: Creation complete after \d+s \[id=web\]\n\nApply complete! Resources: 2 added, 0 changed, 0 destroyed\.\n$/);
  expect(balancers(session)).toMatchObject([{ name: 'web', state: 'active', targets: ['node-1', 'extra'] }]);
  expect(await printed(session, 'terraform state list')).toBe('converge_load_balancer.web\nconverge_machine.extra\n');
  expect(JSON.parse(await printed(session, 'cat terraform.tfstate'))).toMatchObject({
    version: 4,
    resources: [{ type: 'converge_load_balancer', name: 'web', instances: [{ attributes: { id: 'web', address: balancers(session)[0]?.address } }] }, { name: 'extra' }],
  });
  expect(await printed(session, 'terraform plan')).toContain('No changes. Your infrastructure matches the configuration.');
  expect(await printed(session, 'terraform show')).toContain('# converge_machine.extra:\nresource "converge_machine" "extra" {\n    address       = "172.18.128.');
});

test('what somebody changes in the console is drift: a plan says so, and apply puts it right', async () => {
  const session = await applied();
  await printed(session, 'converge cloud edit balancer web targets=node-1,node-3');
  const plan = await printed(session, 'terraform plan');
  expect(plan).toContain('Note: Objects have changed outside of Terraform');
  expect(plan).toContain(`  # converge_load_balancer.web has changed
  ~ resource "converge_load_balancer" "web" {
        id      = "web"
        name    = "web"
      ~ targets = [
          - "extra",
          + "node-3",
            # (1 unchanged element hidden)
        ]
        # (1 unchanged attribute hidden)

        # (1 unchanged block hidden)
    }`);
  expect(plan).toContain('  # converge_load_balancer.web will be updated in-place');
  expect(plan).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  expect(await printed(session, 'terraform apply -auto-approve')).toContain('Apply complete! Resources: 0 added, 1 changed, 0 destroyed.');
  expect(balancers(session)).toMatchObject([{ targets: ['node-1', 'extra'] }]);
});

test('what somebody deleted is made again', async () => {
  const session = await applied();
  await printed(session, 'converge cloud delete balancer web');
  const plan = await printed(session, 'terraform plan');
  expect(plan).toContain('  # converge_load_balancer.web has been deleted\n  - resource "converge_load_balancer" "web" {');
  expect(plan).toContain('Plan: 1 to add, 0 to change, 0 to destroy.');
  expect(await printed(session, 'terraform refresh; terraform state list')).toBe('converge_load_balancer.web: Refreshing state... [id=web]\nconverge_machine.extra: Refreshing state... [id=extra]\nconverge_machine.extra\n');
  expect(await printed(session, 'terraform apply -auto-approve')).toContain('1 added, 0 changed, 0 destroyed');
  expect(balancers(session)).toHaveLength(1);
});

test('apply -refresh-only writes down what has changed, and changes nothing in the cloud', async () => {
  const session = await applied();
  const nothing = await printed(session, 'terraform apply -refresh-only');
  expect(nothing).toContain('No changes. Your infrastructure still matches the configuration.');
  await printed(session, 'converge cloud edit machine extra instanceType=standard-8');
  const plan = await printed(session, 'terraform plan -refresh-only -detailed-exitcode; echo "exit code $?"');
  expect(plan).toContain(`
Terraform detected the following changes made outside of Terraform since the
last "terraform apply" which may have affected this plan:

  # converge_machine.extra has changed
  ~ resource "converge_machine" "extra" {
        id            = "extra"
      ~ instance_type = "standard-2" -> "standard-8"
        name          = "extra"
        # (4 unchanged attributes hidden)
    }


This is a refresh-only plan, so Terraform will not take any actions to undo
these. If you were expecting these changes then you can apply this plan to
record the updated values in the Terraform state without changing any remote
objects.
`);
  expect(plan).toMatch(/Note: You didn't use the -out option[\s\S]*exit code 2\n$/);
  const asked = await printed(session, 'echo no | terraform apply -refresh-only');
  expect(asked).toContain('Would you like to update the Terraform state to reflect these detected changes?\n  Terraform will write these changes to the state without modifying any real infrastructure.');
  expect(asked).toContain('Apply cancelled.');
  expect(await printed(session, 'terraform state show converge_machine.extra')).toContain('instance_type = "standard-2"');
  const applying = await printed(session, 'echo yes | terraform apply -refresh-only');
  expect(applying).toMatch(/\nApply complete! Resources: 0 added, 0 changed, 0 destroyed\.\n$/);
  expect(await printed(session, 'terraform state show converge_machine.extra')).toContain('instance_type = "standard-8"');
  expect(session.cluster.cloud?.machines()).toContainEqual(expect.objectContaining({ name: 'extra', instanceType: 'standard-8' }));
  expect(await printed(session, 'terraform plan')).toContain('  # converge_machine.extra must be replaced');
  await session.run({ type: 'edit', path: 'main.tf', text: main.replace('"standard-2"', '"standard-8"') });
  expect(await printed(session, 'terraform plan')).toContain('No changes. Your infrastructure matches the configuration.');
});

test.each([
  ['plan -target=converge_machine.extra', 'Failed to parse command-line flags', 'flag provided but not defined: -target'],
  ['apply -destroy -refresh-only', 'Incompatible plan mode options', 'The -destroy and -refresh-only options are mutually exclusive.'],
  ['plan -refresh=false -refresh-only', 'Incompatible plan mode options', 'The -refresh=false and -refresh-only options are mutually exclusive.'],
  ['state show converge_machine.none', 'No instance found for the given address!', 'terraform state list'],
])('what isn’t known or goes against itself is refused, and nothing is done: %s', async (words, summary, detail) => {
  const session = await open();
  const said = await printed(session, `terraform init; terraform ${words}`);
  expect(said).toContain(`Error: ${summary}\n`);
  expect(said).toContain(detail);
  expect(balancers(session)).toEqual([]);
});

test('what can’t be changed in place is replaced, and what is in no file any more is destroyed', async () => {
  const session = await applied();
  await session.run({ type: 'edit', path: 'main.tf', text: main.replace('"standard-2"', '"standard-4"') });
  const plan = await printed(session, 'terraform plan');
  expect(plan).toContain('  # converge_machine.extra must be replaced\n-/+ resource "converge_machine" "extra" {');
  expect(plan).toContain('~ instance_type = "standard-2" -> "standard-4" # forces replacement');
  expect(plan).toContain('Plan: 1 to add, 0 to change, 1 to destroy.');
  await session.run({ type: 'edit', path: 'main.tf', text: '' });
  expect(await printed(session, 'terraform apply -auto-approve')).toContain('Apply complete! Resources: 0 added, 0 changed, 2 destroyed.');
  expect(session.cluster.cloud?.machines().map(({ name }) => name)).toEqual(['node-1', 'node-2', 'node-3']);
});

test('destroy takes everything away, the balancer before the machine that it needs', async () => {
  const session = await applied();
  const text = await printed(session, 'terraform destroy -auto-approve');
  expect(text.indexOf('converge_machine.extra: Destroying')).toBeGreaterThan(text.indexOf('converge_load_balancer.web: Destruction complete'));
  expect(text).toContain('Destroy complete! Resources: 2 destroyed.');
  expect(await printed(session, 'terraform show')).toBe('The state file is empty. No resources are represented.\n');
});

test('without a yes nothing is done', async () => {
  const session = await open();
  await printed(session, 'terraform init');
  expect(await printed(session, 'echo no | terraform apply')).toContain('Apply cancelled.');
  expect(balancers(session)).toEqual([]);
  expect(await printed(session, 'echo yes | terraform apply')).toContain('Apply complete! Resources: 2 added');
});

test('what the cloud refuses is said, what came of the rest is kept, and what needed it isn’t tried', async () => {
  const session = await open();
  await printed(session, 'terraform init; converge cloud quota machines 3');
  const text = await printed(session, 'terraform apply -auto-approve');
  expect(text).toContain('Error: quota exceeded: the account may have 3 machines and has 3');
  expect(text).not.toContain('Apply complete');
  expect(await printed(session, 'terraform state list')).toBe('');
});

test.each([
  ['nme = "x"', 'Unsupported argument', 'An argument named "nme" is not expected here.'],
  ['id = "x"', 'Value for unconfigurable attribute', 'Can\'t configure a value for "id"'],
  ['zone = ["a"]', 'Incorrect attribute value type', 'Inappropriate value for attribute "zone": string required.'],
  ['zone = converge_machine.other.zone\n  instance_type = "standard-2"', 'Reference to undeclared resource', 'A managed resource "converge_machine" "other" has not been declared'],
  ['zone = converge_machine.m.zone\n  instance_type = "standard-2"', 'Cycle', 'converge_machine.m'],
  ['zone =', 'Invalid expression', 'Expected the start of an expression'],
  ['zone = "a', 'Invalid character', 'This character is not used within the part of the language'],
  ['zone = "a"', 'Missing required argument', 'The argument "instance_type" is required, but no definition was found.'],
])('a mistake is named with its line: %s', async (text, summary, detail) => {
  const session = await open({ 'main.tf': `resource "converge_machine" "m" {\n  name = "m"\n  ${text}\n}\n` });
  const said = await printed(session, 'terraform validate');
  expect(said).toContain(`Error: ${summary}\n`);
  expect(said).toContain(detail);
  if (summary !== 'Cycle') expect(said).toMatch(/on main\.tf line \d/);
});

test('a cluster without a cloud has no terraform', async () => {
  const { session } = await openSession(emptyLog(1, {}, {}), parts, () => {});
  onTestFinished(() => session.close());
  expect(await printed(session, 'terraform plan')).toContain('terraform: command not found');
});

test('a disk is made, attached, put back after someone has detached it, made larger, and deleted', async () => {
  const disk = (more: string): string => `resource "converge_disk" "data" {\n  name = "data"\n  zone = "converge-1b"\n  ${more}\n}\n`;
  const session = await open({ 'main.tf': main, 'disk.tf': disk('size = "10Gi"\n  attached_to = converge_machine.extra.name') });
  const disks = () => (session.cluster.cloud?.disks() ?? []).map(({ name, size, zone, attachedTo = '' }) => `${name} ${size} ${zone} ${attachedTo}`);
  await printed(session, 'terraform init');
  expect(await printed(session, 'terraform apply -auto-approve')).toContain('Apply complete! Resources: 3 added, 0 changed, 0 destroyed.');
  expect(disks()).toEqual(['data 10Gi converge-1b extra']);
  await printed(session, 'converge cloud edit disk data attachedTo=');
  expect(disks()).toEqual(['data 10Gi converge-1b ']);
  expect(await printed(session, 'terraform plan')).toContain('~ attached_to = "" -> "extra"');
  await session.run({ type: 'edit', path: 'disk.tf', text: disk('size = "20Gi"\n  attached_to = converge_machine.extra.name') });
  expect(await printed(session, 'terraform apply -auto-approve')).toContain('Resources: 0 added, 1 changed, 0 destroyed.');
  expect(disks()).toEqual(['data 20Gi converge-1b extra']);
  // The cloud makes no disk smaller, and says so.
  await session.run({ type: 'edit', path: 'disk.tf', text: disk('size = "5Gi"') });
  expect(await printed(session, 'terraform apply -auto-approve')).toContain('the disk "data" has 20Gi, and becomes no smaller');
  await session.run({ type: 'edit', path: 'disk.tf', text: disk('size = "20Gi"') });
  await printed(session, 'terraform apply -auto-approve');
  expect(await printed(session, 'terraform destroy -auto-approve')).toContain('3 destroyed.');
  expect(disks()).toEqual([]);
});
