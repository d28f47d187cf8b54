/** What reads and compiles TypeScript: one piece, for a session may go without (toolchain.ts loads it). */
export { compileNotingCatches } from './catches.ts';
export { compileTypeScript } from './compile-typescript.ts';
export { placesIn, withNames, writes } from './statements.ts';
