/** A verdict names what the code did: the error that it threw, or caught and went on. */
import { expect, test } from 'vitest';
import lampCheck from '../../content/templates/lesson/controller/check.ts';
import pluginCheck from '../../content/templates/lesson/plugin/check.ts';
import { nodePlatform } from '../../runtimes/platforms.ts';
import { sessionParts } from '../../session/parts.ts';
import type { Verdict } from './types.ts';
import { runUniverse } from './universe.ts';

const parts = sessionParts(nodePlatform());

/** The template's lamp, with this in place of its patch, in line 8. */
function lampThat(patches: string): Promise<Verdict> {
  const text = `import { ConfigMap, defineController } from 'converge/sdk';
export const lamp = defineController({
  name: 'lamp',
  for: ConfigMap,
  async reconcile(key, tools) {
    const lamp: any = tools.lister(ConfigMap).get(key);
    if (key !== 'default/lamp' || lamp === undefined || lamp.data.is === lamp.data.wanted) return;
    ${patches}
  },
});
`;
  return runUniverse({ seed: 1, scenario: 'someone turns the dial', faults: [], files: { 'lamp.ts': text }, check: lampCheck, parts });
}

const patch = `await tools.client.patch(ConfigMap, key, { data: { is: lamp.data.wanted } });`;
const caught = (what: string): RegExp => new RegExp(`Your code caught an error and went on: .*${what}.*, at lamp\\.ts:8\\.$`);

test('an error that ends every pass is named, with its line', async () => {
  expect(await lampThat(`throw new Error('mine');`)).toMatchObject({
    cause: 'threw an error of its own',
    seen: expect.stringMatching(/The last \d+ passes for `default\/lamp` threw Error: mine, at lamp\.ts:8\.$/),
    question: expect.stringContaining('A pass ends where it throws.'),
    problem: { file: 'lamp.ts', line: 8 },
  });
});

test('what is thrown and is no Error is named as well', async () => {
  expect(await lampThat(`throw 'mine';`)).toMatchObject({ seen: expect.stringContaining('threw Thrown: mine') });
});

test('a write to the cache that a catch hides is told of: objects of the cache are copied first', async () => {
  expect(await lampThat(`try { lamp.data.is = lamp.data.wanted; } catch {}`)).toMatchObject({
    cause: 'wrote to an object of the cache',
    seen: expect.stringMatching(caught('read only property')),
    question: expect.stringContaining('Objects of the cache are read-only'),
    problem: { file: 'lamp.ts', line: 8 },
  });
});

test('so is any other mistake that a catch hides, whatever it calls what it catches', async () => {
  const expected = { cause: 'threw an error of its own', seen: expect.stringMatching(caught('TypeError: Cannot read prop')) };
  expect(await lampThat(`try { lamp.data.wanted.nothing.here; ${patch} } catch (error: unknown) { void error; }`)).toMatchObject(expected);
  expect(await lampThat(`try { lamp.data.wanted.nothing.here; ${patch} } catch { /* nothing */ }`)).toMatchObject(expected);
});

test('an error of its own that a catch hides comes after what the API server said', async () => {
  expect(await lampThat(`try { throw new Error('mine'); } catch {}`)).toMatchObject({ seen: expect.stringMatching(caught('Error: mine')) });
  const refused = await lampThat(`try { throw new Error('mine'); } catch {} await tools.client.patch(ConfigMap, 'default/none', { data: {} }).catch(() => undefined);`);
  expect(refused).toMatchObject({ ok: false, seen: expect.not.stringContaining('mine') });
});

test('what is caught on purpose changes nothing', async () => {
  expect(await lampThat(`try { lamp.data.wanted.nothing.here; } catch {} ${patch}`)).toMatchObject({ ok: true });
  expect(await lampThat(`try { await tools.client.create(ConfigMap, lamp); } catch (error) { void error; } ${patch}`)).toMatchObject({ ok: true });
});

test('an error of a plugin’s filter is named', async () => {
  const text = `export const quiet = {\n  name: 'Quiet',\n  filter() { throw new Error('mine'); },\n};\n`;
  const verdict = await runUniverse({ seed: 1, files: { [pluginCheck.entry]: text }, check: pluginCheck, parts });
  expect(verdict).toMatchObject({
    cause: 'threw an error of its own',
    seen: expect.stringMatching(/ Before that, your code threw Error: mine, at \w+\.ts:3\.$/),
    problem: { line: 3 },
  });
});
