/** What draws a cell that has run, or was changed, in this browser: not needed before. */
export { default as Text } from '../code/ChangedCode.svelte';
export { default as Result } from './CellResult.svelte';
