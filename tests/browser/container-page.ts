/** What the tests of the WebContainer runtime run in the page. Bundled by webcontainer.test.ts. */
import { conformance } from '../../src/runtimes/testing/conformance.ts';
import { loops } from '../../src/runtimes/testing/loops.ts';
import { type ContainerRuntime, createContainerRuntime } from '../../src/runtimes/webcontainer/container-runtime.ts';

const text = (path: string): Promise<string> => fetch(path).then((response) => response.text());
const files = async () => ({ engine: await text('container-engine.txt'), programs: {} });
const made: ContainerRuntime[] = [];
const create = (): ContainerRuntime => {
  const runtime = createContainerRuntime({ files, hangAfterMs: 2_500, boot: { slowMs: 400, giveUpMs: 1_500 }, spawnWithinMs: 4_000 });
  made.push(runtime);
  return runtime;
};

const page = {
  async run(name: string): Promise<void> {
    const found = [...conformance, ...loops].find((each) => each.name === name);
    if (found === undefined) throw new Error(`no test called ${name}`);
    try {
      await found.run(create);
    } finally {
      for (const runtime of made.splice(0)) runtime.stop();
    }
  },
};

declare global {
  var containerTests: typeof page;
}
globalThis.containerTests = page;
