/**
 * Verbs of kubectl that nearly every lesson types, by their folders in src/kubectl/verbs: they are in the engine's core. The scenarios of checks
 * use no others (tests/pieces.test.ts).
 */
export const firstVerbs: readonly string[] = ['apply', 'delete', 'get', 'metadata', 'patch', 'scale'];
