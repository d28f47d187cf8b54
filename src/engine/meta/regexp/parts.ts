/** The parts of the matcher, for a syntax of another's: the shell's POSIX expressions and patterns (`src/posix/regexp/`). */
export { classNamed, foldCase, negate, type Ranges, union } from './classes.ts';
export {
  type LongestProgram,
  prepareLongest,
  type Slots,
  StepLimitError,
  type StepMeter,
  searchLongest,
} from './longest.ts';
export { compile } from './program.ts';
export { type Node, PatternError } from './node.ts';
export { parsePattern } from './syntax.ts';
