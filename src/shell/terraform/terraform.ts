/** `terraform`: what is rented in the cloud, as files say it. It reaches the cloud through its API, as anybody else does. */
import type { CloudClient } from '../../engine/index.ts';
import type { Command, Process } from '../types.ts';
import { applyPlan } from './apply.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './hcl.ts';
import { type Plan, planChanges, planDestroy } from './plan.ts';
import { planText, resourceShown } from './print-plan.ts';
import { driftNote, type Refreshed, refresh } from './refresh.ts';
import { resourceTypes } from './schema.ts';
import { readState, writeState } from './state.ts';

const lockPath = '.terraform.lock.hcl';
const version = '1.0.0';
/** Between what drifted, what is planned, and the note below a plan. */
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
  state show    Show a resource in the state
  version       Show the current Terraform version

Resources of the provider converge/cloud: ${resourceTypes.map(({ type }) => type).join(', ')}
`;

/** One run of it. */
interface Run {
  readonly process: Process;
  readonly cloud: CloudClient;
  readonly flags: ReadonlySet<string>;
  /** The one resource that is meant; absent: all. */
  readonly address: string | undefined;
}

type Verb = (run: Run) => Promise<number> | number;

const verbs: Readonly<Record<string, Verb>> = { init, validate, plan, apply, destroy, refresh: refreshNow, show, version: printVersion };
const stateVerbs: Readonly<Record<string, Verb>> = { list: stateList, show };

/** What may be said besides; another flag is refused, for left out it would do something else than was asked for. */
const knownFlag = /^-(auto-approve|destroy|detailed-exitcode|input|lock|no-color|refresh(-only)?|upgrade)(=|$)/;

export const terraform: Command = async (args, process) => {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const flags = new Set(args.filter((arg) => arg.startsWith('-')).map((arg) => arg.replace(/^--/, '-')));
  const [name, second = '', address] = words;
  const cloud = process.options.outside?.cloud('terraform', process.options.cloud?.cause ?? 0);
  if (name === undefined || flags.has('-help') || cloud === undefined) {
    process.stdout(cloud === undefined ? 'This cluster runs in no cloud: there is nothing to rent.\n' : help);
    return name === undefined || cloud === undefined ? 127 : 0;
  }
  const verb = name === 'state' ? stateVerbs[second] : verbs[name];
  if (verb === undefined) {
    process.stderr(`Terraform has no command named "${words.join(' ')}".\n\nTo see all of Terraform's top-level commands, run:\n  terraform -help\n`);
    return 1;
  }
  try {
    const strange = [...flags].find((flag) => !knownFlag.test(flag));
    if (strange !== undefined) throw new ConfigError('Failed to parse command-line flags', `flag provided but not defined: ${strange.split('=')[0]}`);
    return await verb({ process, cloud, flags, address });
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
  readonly plan: Plan;
  /** Nothing is left to do; with `-refresh-only`: to write down. */
  readonly isTrivial: boolean;
}

/** Reads everything, asks the cloud how things are, and says what has changed there. */
async function prepare({ process, cloud, flags }: Run, isDestroy: boolean): Promise<Prepared> {
  const isRefreshOnly = flags.has('-refresh-only');
  const isBlind = flags.has('-refresh=false');
  const against = isDestroy ? '-destroy' : '-refresh=false';
  if (isRefreshOnly && (isDestroy || isBlind)) throw new ConfigError('Incompatible plan mode options', `The ${against} and -refresh-only options are mutually exclusive.`);
  initialized(process);
  const { files } = process.options;
  const resources = isDestroy && !files.list().some((path) => path.endsWith('.tf')) ? [] : readConfig(files);
  const state = readState(files);
  const refreshed = isBlind ? { state, drift: [] } : await refresh(state, cloud, process);
  const { resources: there } = refreshed.state;
  const plan = isRefreshOnly ? { actions: [] } : isDestroy ? planDestroy(resources, there) : planChanges(resources, there);
  return { ...refreshed, plan, isTrivial: plan.actions.length === 0 && !(isRefreshOnly && refreshed.drift.length > 0) };
}

function say({ plan: planned, drift, isTrivial }: Prepared, { process, flags }: Run): void {
  const isRefreshOnly = flags.has('-refresh-only');
  if (drift.length > 0) process.stdout(`\n${driftNote(drift, isRefreshOnly)}${isRefreshOnly ? '' : `\n${line}\n`}`);
  if (isTrivial) process.stdout(isRefreshOnly ? stillSame : same);
  else if (!isRefreshOnly) process.stdout(`\n${planText(planned)}`);
}

const same = `
No changes. Your infrastructure matches the configuration.

Terraform has compared your real infrastructure against your configuration
and found no differences, so no changes are needed.
`;
const stillSame = `
No changes. Your infrastructure still matches the configuration.

Terraform has checked that the real remote objects still match the result of
your most recent changes, and found no differences.
`;

async function plan(run: Run): Promise<number> {
  const prepared = await prepare(run, run.flags.has('-destroy'));
  say(prepared, run);
  if (!prepared.isTrivial) {
    run.process.stdout(`\n${line}\n\nNote: You didn't use the -out option to save this plan, so Terraform can't\nguarantee to take exactly these actions if you run "terraform apply" now.\n`);
  }
  return run.flags.has('-detailed-exitcode') && !prepared.isTrivial ? 2 : 0;
}

async function apply(run: Run): Promise<number> {
  const { process } = run;
  const prepared = await prepare(run, run.flags.has('-destroy'));
  say(prepared, run);
  if (!confirmed(run, prepared, run.flags.has('-refresh-only') ? toRecord : toPerform)) return 1;
  const end = await carryOut(run, prepared);
  const { add, change, destroy: destroyed } = end.done;
  if (end.failed === 0) process.stdout(`\nApply complete! Resources: ${add} added, ${change} changed, ${destroyed} destroyed.\n`);
  return end.failed === 0 ? 0 : 1;
}

async function destroy(run: Run): Promise<number> {
  const { process } = run;
  const prepared = await prepare(run, true);
  if (prepared.isTrivial) process.stdout('\nNo changes. No objects need to be destroyed.\n');
  else say({ ...prepared, drift: [] }, run);
  if (!confirmed(run, prepared, toDestroy)) return 1;
  const end = await carryOut(run, prepared);
  if (end.failed === 0) process.stdout(`\nDestroy complete! Resources: ${end.done.destroy} destroyed.\n`);
  return end.failed === 0 ? 0 : 1;
}

interface Question {
  readonly text: string;
  /** "Apply" */
  readonly what: string;
}

const toPerform: Question = {
  what: 'Apply',
  text: "Do you want to perform these actions?\n  Terraform will perform the actions described above.\n  Only 'yes' will be accepted to approve.",
};
const toRecord: Question = {
  what: 'Apply',
  text: "Would you like to update the Terraform state to reflect these detected changes?\n  Terraform will write these changes to the state without modifying any real infrastructure.\n  There is no undo. Only 'yes' will be accepted to confirm.",
};
const toDestroy: Question = {
  what: 'Destroy',
  text: "Do you really want to destroy all resources?\n  Terraform will destroy all your managed infrastructure, as shown above.\n  There is no undo. Only 'yes' will be accepted to confirm.",
};

/** Whether a person said yes: by a flag, or on standard input. */
function confirmed({ process, flags }: Run, { isTrivial }: Prepared, { text, what }: Question): boolean {
  if (flags.has('-auto-approve') || isTrivial) return true;
  const [typed = ''] = process.stdin.split('\n');
  process.stdout(`\n${text}\n\n  Enter a value: ${typed}\n`);
  if (typed.trim() === 'yes') return true;
  process.stdout(`\n${what} cancelled.\n`);
  if (process.stdin === '') process.stderr('Use -auto-approve, or "echo yes | terraform …".\n');
  return false;
}

async function carryOut({ process, cloud }: Run, { plan: planned, state }: Prepared) {
  const { files } = process.options;
  process.stdout('\n');
  // What was seen is known from now on, whatever comes of the plan.
  if (planned.actions.length > 0 || readState(files).serial !== state.serial) writeState(files, state);
  const end = await applyPlan(planned, state, { cloud, process });
  if (end.failed > 0) process.stderr(end.errors.map((error) => problemText(error, process)).join(''));
  return end;
}

async function refreshNow({ process, cloud }: Run): Promise<number> {
  initialized(process);
  const { state } = await refresh(readState(process.options.files), cloud, process);
  writeState(process.options.files, state);
  return 0;
}

function show({ process, address: only }: Run): number {
  const texts = [...readState(process.options.files).resources].flatMap(([address, attributes]) => {
    const type = resourceTypes.find((each) => each.type === address.split('.')[0]);
    return type === undefined || (only ?? address) !== address ? [] : [resourceShown(address, type, attributes)];
  });
  if (texts.length === 0 && only !== undefined) throw new ConfigError('No instance found for the given address!', 'Run "terraform state list".');
  process.stdout(texts.length === 0 ? 'The state file is empty. No resources are represented.\n' : `${texts.join('\n\n')}\n`);
  return 0;
}

function stateList({ process }: Run): number {
  for (const address of readState(process.options.files).resources.keys()) process.stdout(`${address}\n`);
  return 0;
}

function printVersion({ process }: Run): number {
  process.stdout(`Terraform v1.13.0\n+ provider registry.terraform.io/converge/cloud v${version}\n`);
  return 0;
}
