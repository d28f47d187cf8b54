/** The documents in `docs/` that are pages of the site: what who teaches, hosts or runs on reads. Each title is the document's own heading. */
export interface SiteDocument {
  /** Of the file in `docs/`, and of the page: `/instructors/hosting/`. */
  readonly name: string;
  readonly about: string;
}

export const documents: readonly SiteDocument[] = [
  { name: 'authoring', about: 'Make a lesson in half an hour: prose, cells that run, an exercise and its check. Then the reference.' },
  { name: 'own-course', about: 'A folder with a name, colors and lessons of your own, and those of ours that you choose.' },
  { name: 'grading', about: 'Grade what a class hands in: tables, points by stages, feedback, answers that are alike.' },
  { name: 'grading-at-scale', about: 'The same on several machines, or as a Job of any Kubernetes.' },
  { name: 'hosting', about: 'Put the site on nginx, Netlify, Cloudflare, GitHub Pages or into a container; headers, caches, offline.' },
  { name: 'embedding', about: 'Show a cell, of a lesson or of your own, in the page of another site.' },
  { name: 'serving', about: 'Answer the real kubectl and real clients with the course’s cluster.' },
  { name: 'running', about: 'Run a controller that was written in the page on a real cluster.' },
  { name: 'testing', about: 'Test a controller of your own in hundreds of simulated clusters, with crashes and stale reads.' },
  { name: 'sdk', about: 'Every name of converge/sdk, with its declaration.' },
];
