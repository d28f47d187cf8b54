/** `terraform`: what is rented in the cloud, as files say it. It reaches the cloud through its API, as anybody else does. */
import type { CloudClient } from '../../engine/index.ts';
import type { Command, Process } from '../types.ts';
import { applyPlan } from './apply.ts';
import { type Resource, readConfig } from './config.ts';
import { ConfigError } from './hcl.ts';
import { countsOf, type Plan, planChanges, planDestroy } from './plan.ts';
import { planText, resourceShown } from './print-plan.ts';
import { driftNote, type Refreshed, refresh } from './refresh.ts';
import { resourceTypes } from './schema.ts';
import { readState, type State, writeState } from './state.ts';

const lockPath = '.terraform.lock.hcl';
const version = '1.0.0';
const line = '─'.repeat(77);

const help = `Usage: terraform <subcommand> [args]

Main commands:
  init          Prepare your working directory for other commands
  validate      Check whether the configuration is valid
  plan          Show changes required by the current configuration
  apply         Create or update infrastructure
  destroy       Destroy previously-created infrastructure

All other commands:
  refresh       Update the state to match remote systems
  show          Show the current state
  state list    List resources in the state
  version       Show the current Terraform version

Resources of the provider converge/cloud: ${resourceTypes.map(({ type }) => type).join(', ')}
`;

/** One run of it. */
interface Run {
  readonly process: Process;
  readonly cloud: CloudClient;
  readonly flags: ReadonlySet<string>;
}

type Verb = (run: Run) => Promise<number> | number;

const verbs: Readonly<Record<string, Verb>> = { init, validate, plan, apply, destroy, refresh: refreshOnly, show, version: printVersion };

export const terraform: Command = async (args, process) => {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const flags = new Set(args.filter((arg) => arg.startsWith('-')).map((arg) => arg.replace(/^--/, '-')));
  const [name, second] = words;
  const cloud = process.options.outside?.cloud('terraform', process.options.cloud?.cause ?? 0);
  if (name === undefined || flags.has('-help') || cloud === undefined) {
    process.stdout(cloud === undefined ? 'This cluster runs in no cloud: there is nothing to rent.\n' : help);
    return name === undefined || cloud === undefined ? 127 : 0;
  }
  const verb = name === 'state' ? (second === 'list' ? stateList : undefined) : verbs[name];
  if (verb === undefined) {
    process.stderr(`Terraform has no command named "${words.join(' ')}".\n\nTo see all of Terraform's top-level commands, run:\n  terraform -help\n`);
    return 1;
  }
  try {
    return await verb({ process, cloud, flags });
  } catch (error) {
    process.stderr(problemText(error, process));
    return 1;
  }
};

/** As Terraform says it where there are no colors. */
function problemText(error: unknown, { options }: Process): string {
  if (!(error instanceof ConfigError)) return `\nError: ${error instanceof Error ? error.message : String(error)}\n\n`;
  const { summary, message, at, within } = error;
  if (at === undefined) return `\nError: ${summary}\n\n${message}\n\n`;
  const source = options.files.read(at.file)?.split('\n')[at.line - 1] ?? '';
  const place = `  on ${at.file} line ${at.line}${within === undefined ? '' : `, in ${within}`}:`;
  return `\nError: ${summary}\n\n${place}\n${String(at.line).padStart(4)}: ${source}\n\n${message}\n\n`;
}

function init({ process }: Run): number {
  readConfig(process.options.files);
  const isNew = process.options.files.read(lockPath) === undefined;
  process.stdout('Initializing the backend...\n\nInitializing provider plugins...\n');
  if (isNew) {
    process.stdout(`- Finding latest version of converge/cloud...\n- Installing converge/cloud v${version}...\n- Installed converge/cloud v${version}\n\n`);
    process.stdout(`Terraform has created a lock file ${lockPath} to record the provider\nselections it made above.\n\n`);
    process.options.files.write(lockPath, `provider "registry.terraform.io/converge/cloud" {\n  version = "${version}"\n}\n`);
  } else process.stdout(`- Reusing previous version of converge/cloud from the dependency lock file\n- Using previously-installed converge/cloud v${version}\n\n`);
  process.stdout('Terraform has been successfully initialized!\n');
  return 0;
}

function initialized(process: Process): void {
  if (process.options.files.read(lockPath) !== undefined) return;
  const detail = `The following dependency selections recorded in the lock file are inconsistent with the current configuration:\n  - provider registry.terraform.io/converge/cloud: required by this configuration but no version is selected\n\nTo make the initial dependency selections that will initialize the dependency lock file, run:\n  terraform init`;
  throw new ConfigError('Inconsistent dependency lock file', detail);
}

function validate({ process }: Run): number {
  readConfig(process.options.files);
  process.stdout('Success! The configuration is valid.\n');
  return 0;
}

interface Prepared extends Refreshed {
  readonly resources: readonly Resource[];
  readonly plan: Plan;
}

/** Reads everything, asks the cloud how things are, and says what has changed there. */
async function prepare({ process, cloud, flags }: Run, isDestroy: boolean): Promise<Prepared> {
  initialized(process);
  const { files } = process.options;
  const resources = isDestroy && !files.list().some((path) => path.endsWith('.tf')) ? [] : readConfig(files);
  const state = readState(files);
  const refreshed = flags.has('-refresh=false') ? { state, drift: [] } : await refresh(state, cloud, process);
  const { resources: there } = refreshed.state;
  const plan = isDestroy ? planDestroy(resources, there) : planChanges(resources, there);
  return { ...refreshed, resources, plan };
}

function say({ plan: planned, drift }: Prepared, process: Process): void {
  if (drift.length > 0) process.stdout(`\n${driftNote(drift)}\n${line}\n`);
  if (planned.actions.length > 0) {
    process.stdout(`\n${planText(planned)}`);
    return;
  }
  process.stdout('\nNo changes. Your infrastructure matches the configuration.\n\n');
  process.stdout('Terraform has compared your real infrastructure against your configuration\nand found no differences, so no changes are needed.\n');
}

async function plan(run: Run): Promise<number> {
  const prepared = await prepare(run, run.flags.has('-destroy'));
  say(prepared, run.process);
  const { actions } = prepared.plan;
  if (actions.length > 0) {
    run.process.stdout(`\n${line}\n\nNote: You didn't use the -out option to save this plan, so Terraform can't\nguarantee to take exactly these actions if you run "terraform apply" now.\n`);
  }
  return run.flags.has('-detailed-exitcode') && actions.length > 0 ? 2 : 0;
}

async function apply(run: Run): Promise<number> {
  const { process } = run;
  const prepared = await prepare(run, run.flags.has('-destroy'));
  say(prepared, process);
  const isConfirmed = confirmed(run, prepared.plan, 'Do you want to perform these actions?', '  Terraform will perform the actions described above.', 'Apply');
  if (!isConfirmed) return 1;
  const end = await carryOut(run, prepared);
  const { add, change, destroy: destroyed } = end.done;
  if (end.failed === 0) process.stdout(`\nApply complete! Resources: ${add} added, ${change} changed, ${destroyed} destroyed.\n`);
  return end.failed === 0 ? 0 : 1;
}

async function destroy(run: Run): Promise<number> {
  const { process } = run;
  const prepared = await prepare(run, true);
  if (prepared.plan.actions.length === 0) process.stdout('\nNo changes. No objects need to be destroyed.\n');
  else say({ ...prepared, drift: [] }, process);
  const question = 'Do you really want to destroy all resources?';
  const isConfirmed = confirmed(run, prepared.plan, question, '  Terraform will destroy all your managed infrastructure, as shown above.\n  There is no undo.', 'Destroy');
  if (!isConfirmed) return 1;
  const end = await carryOut(run, prepared);
  if (end.failed === 0) process.stdout(`\nDestroy complete! Resources: ${end.done.destroy} destroyed.\n`);
  return end.failed === 0 ? 0 : 1;
}

/** Whether a person said yes: by a flag, or on standard input. */
function confirmed({ process, flags }: Run, planned: Plan, question: string, more: string, what: string): boolean {
  if (flags.has('-auto-approve') || planned.actions.length === 0) return true;
  process.stdout(`\n${question}\n${more}\n  Only 'yes' will be accepted to approve.\n\n  Enter a value: ${process.stdin.split('\n')[0] ?? ''}\n`);
  if (process.stdin.split('\n')[0]?.trim() === 'yes') return true;
  process.stdout(`\n${what} cancelled.\n`);
  if (process.stdin === '') process.stderr('Here nothing can be typed while it runs: use -auto-approve, or "echo yes | terraform …".\n');
  return false;
}

async function carryOut({ process, cloud }: Run, { plan: planned, state }: Prepared) {
  const { files } = process.options;
  process.stdout('\n');
  // What was seen is known from now on, whatever comes of the plan.
  if (planned.actions.length > 0 || isNewer(state, process)) writeState(files, state);
  const end = await applyPlan(planned, state, { cloud, process });
  const counts = countsOf(planned);
  if (end.failed > 0 && counts.add + counts.change + counts.destroy > 0) process.stderr(end.errors.map((error) => problemText(error, process)).join(''));
  return end;
}

const isNewer = (state: State, { options }: Process): boolean => readState(options.files).serial !== state.serial;

async function refreshOnly({ process, cloud }: Run): Promise<number> {
  initialized(process);
  const { state } = await refresh(readState(process.options.files), cloud, process);
  writeState(process.options.files, state);
  return 0;
}

function show({ process }: Run): number {
  const { resources } = readState(process.options.files);
  const texts = [...resources].flatMap(([address, attributes]) => {
    const type = resourceTypes.find((each) => each.type === address.split('.')[0]);
    return type === undefined ? [] : [resourceShown(address, type, attributes)];
  });
  process.stdout(texts.length === 0 ? 'The state file is empty. No resources are represented.\n' : `${texts.join('\n\n')}\n`);
  return 0;
}

function stateList({ process }: Run): number {
  for (const address of readState(process.options.files).resources.keys()) process.stdout(`${address}\n`);
  return 0;
}

function printVersion({ process }: Run): number {
  process.stdout(`Terraform v1.13.0\n+ provider registry.terraform.io/converge/cloud v${version}\n\nA small counterpart: resources and their references, no variables, modules and data sources.\n`);
  return 0;
}
