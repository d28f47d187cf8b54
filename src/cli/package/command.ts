/** `converge package`: a directory from which an image of a controller is built and deployed. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isOneFile, startedBy } from '../program.ts';
import { parseAllow } from '../run/allow.ts';
import { LoadError } from '../run/load-controller.ts';
import { readController } from '../run/run-controller.ts';
import { dockerfile, manifests } from './manifests.ts';

const usage = `${startedBy('package')} CONTROLLER.ts --out FOLDER [flags]: what an image of the controller is built from
  --out FOLDER         a new or empty folder: Dockerfile, converge.mjs, files/, manifests.yaml
  --allow RULE         what it may write, as for run; stands in its arguments and in its rights
  --image NAME         the image's name in the Deployment; by default <name>-controller:latest
  --namespace NAME     where it runs; by default "default"
  --only-namespace     follows and writes only there
  --controller NAME    of several controllers that the file exports`;

/** Resolves with the exit code. */
export async function packageCommand(argv: readonly string[]): Promise<number> {
  try {
    const folder = await writePackage(argv);
    console.log(folder === undefined ? usage : nextSteps(folder));
    return 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(error instanceof LoadError ? reason : `package: ${reason}\nSee ${startedBy('package')} --help`);
    return error instanceof LoadError ? 1 : 2;
  }
}

/** Returns the folder; undefined when help was asked for. @throws Error that says which word can't be used */
async function writePackage(argv: readonly string[]): Promise<string | undefined> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      allow: { type: 'string', multiple: true, default: [] as string[] },
      image: { type: 'string' },
      namespace: { type: 'string', default: 'default' },
      'only-namespace': { type: 'boolean', default: false },
      controller: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return undefined;
  const [file, second] = positionals;
  const { out } = values;
  if (file === undefined || second !== undefined) throw new Error('it takes one file, that of a controller, such as operator.ts');
  if (out === undefined) throw new Error('--out names the folder that it writes');
  const allow = parseAllow(values.allow);
  const { loaded, kernel } = await readController({ file, controller: values.controller }, (line) => console.error(line));
  kernel.end();
  const { controller } = loaded;
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) throw new Error(`--out ${out}: it isn’t empty, and nothing is written over`);
  for (const [path, text] of Object.entries(loaded.files)) write(join(out, 'files', path), text);
  const image = values.image ?? `${controller.name}-controller:latest`;
  const entry = basename(file);
  write(join(out, 'Dockerfile'), dockerfile({ entry }));
  write(join(out, 'manifests.yaml'), manifests({ controller, entry, allow, namespace: values.namespace, isNarrow: values['only-namespace'], image }));
  await bundle(join(out, 'converge.mjs'));
  return out;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** `converge run` and all it imports, for plain Node. */
async function bundle(outfile: string): Promise<void> {
  const program = process.argv[1];
  if (program !== undefined && isOneFile(program)) return copyFileSync(program, outfile);
  const { build } = await import('esbuild');
  await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    minify: true,
    // Dependencies in CommonJS call it for Node's own modules.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'error',
    legalComments: 'eof',
  });
}

function nextSteps(folder: string): string {
  return `${folder} has Dockerfile, converge.mjs, files/ and manifests.yaml. Next:
  docker build --tag NAME ${folder}      # the name of --image, where your cluster finds it
  kubectl apply -f ${join(folder, 'manifests.yaml')}`;
}
