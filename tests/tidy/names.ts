/** Words that no name of ours contains: the dialect this code once spoke, which nobody can search for. Each has a plain counterpart. */
const dialect: Readonly<Record<string, string>> = {
  asked: 'requested',
  asker: 'user',
  asking: 'requesting',
  chronicle: 'commit log',
  culprit: 'cause',
  door: 'entry point',
  emptier: 'finalizer',
  fitter: 'scheduler',
  incarnations: 'restarts',
  keeper: 'autosave, store',
  knots: 'scale',
  look: 'read, pass, inspect',
  looked: 'read',
  looker: 'reader',
  looking: 'reading',
  looks: 'reads, inspectors',
  machinery: 'internal',
  news: 'updates',
  nobody: 'none',
  onlooker: 'tap',
  parking: 'pending',
  roster: 'member list',
  somebody: 'user',
  told: 'reported, notified',
  unasked: 'by default',
  whose: 'owner',
  wish: 'desired state',
  wished: 'desired',
  wishes: 'desired states',
  witness: 'recorder',
};

/** The words of a name, of `lookAtPods` or `look-at-pods.ts`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** The words of the dialect in a name, with what to write instead; nothing when there is none. */
export function dialectOf(name: string): string | undefined {
  const words = wordsOf(name).filter((word) => Object.hasOwn(dialect, word));
  return words.length === 0 ? undefined : words.map((word) => `${word}: ${dialect[word]}`).join(', ');
}
