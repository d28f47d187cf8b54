/** Who searches for a term finds the lesson that teaches it first: asked of the built index, by the search's own program. */
import { expect, type Page, test } from '@playwright/test';

/** Term -> number of the lesson. */
const taughtIn: Readonly<Record<string, number>> = {
  thermostat: 1,
  'actual state': 1,
  'one apply': 3,
  'API server': 4,
  etcd: 5,
  revision: 5,
  quorum: 6,
  conflict: 7,
  'field manager': 7,
  admission: 8,
  RBAC: 8,
  CRD: 9,
  watch: 10,
  'work queue': 11,
  ReplicaSet: 12,
  expectations: 12,
  'rolling update': 13,
  finalizer: 14,
  'garbage collector': 14,
  DaemonSet: 15,
  StatefulSet: 15,
  CronJob: 15,
  autoscaler: 16,
  scheduler: 17,
  preemption: 19,
  PodDisruptionBudget: 19,
  kubelet: 20,
  'node lifecycle': 22,
  EndpointSlice: 23,
  Lease: 26,
  incident: 27,
  operator: 28,
  GitOps: 29,
  Terraform: 29,
  drift: 29,
};

test('each of thirty-five terms is found first in the lesson that teaches it', async ({ page }) => {
  const found = await firstFor(page, Object.keys(taughtIn));
  const numbers = found.map(([term, url]) => [term, Number(/\/lessons\/(\d+)-/.exec(url)?.[1] ?? Number.NaN)] as const);
  expect(Object.fromEntries(numbers)).toEqual(taughtIn);
});

test('what an instructor looks for is found in the documents', async ({ page }) => {
  expect(await firstFor(page, ['grading', 'GitHub Pages', 'kubeconfig'])).toEqual([
    ['grading', expect.stringContaining('/instructors/grading')],
    ['GitHub Pages', '/instructors/hosting/'],
    ['kubeconfig', expect.stringMatching(/^\/(?:instructors\/(?:serving|running)|lessons\/30-take-it-home)\/$/)],
  ]);
});

/** The page that is found first for each. */
async function firstFor(page: Page, terms: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  await page.goto('/certificate/');
  return page.evaluate(async (all) => {
    const address = '/pagefind/pagefind.js';
    const pagefind: { search(words: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }> } = await import(address);
    const first = async (term: string): Promise<readonly [string, string]> => {
      const { results } = await pagefind.search(term);
      return [term, (await results[0]?.data())?.url ?? 'nothing'];
    };
    return Promise.all(all.map(first));
  }, terms);
}
