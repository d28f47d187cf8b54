/** Lives through the home page's two scenes in Node and writes them, with how they stand, to `.generated/home.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playCluster, playRoom, type Scenes } from '../src/lesson/home/scenes.ts';
import { createNodeRuntime } from '../src/runtimes/node/node-runtime.ts';
import { nodePlatform } from '../src/runtimes/platforms.ts';
import { sessionParts } from '../src/session/parts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const runtime = createNodeRuntime(sessionParts(nodePlatform()));
const files = {
  'room.ts': readFileSync(`${root}src/lesson/programs/room.ts`, 'utf8'),
  'thermostat.ts': readFileSync(`${root}src/lesson/home/thermostat.ts`, 'utf8'),
};
const scenes: Scenes = { cluster: await playCluster(runtime), room: await playRoom(runtime, files) };
runtime.stop();
writeFileSync(`${root}.generated/home.json`, `${JSON.stringify(scenes)}\n`);
console.log(`home: ${scenes.cluster.log.inputs.length} and ${scenes.room.log.inputs.length} inputs`);
