/** What is mounted into a WebContainer: one file of plain JavaScript, made by scripts/build-worker.ts. It is the engine and its programs. */
import { basename } from 'node:path';
import { startEngine } from './engine.ts';
import { programs, runProgram } from './tools.ts';

const name = basename(process.argv[1] ?? '');
const program = programs.find((each) => each === name);
if (program === undefined) startEngine();
else runProgram(program);
