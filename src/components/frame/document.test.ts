import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documents } from '../instructors/documents.ts';
import { titleOf, withScrollRegions } from './document.ts';
import { siteLink } from './repository-links.ts';

test('a table is a region called as its section, code is reached by the keyboard', () => {
  const html = '<h1 id="a">Hosting</h1><table><tr></tr></table><h2 id="b">The <code>build</code></h2><table></table><pre class="sh">ls</pre><pre tabindex="0">x</pre>';
  const regions = withScrollRegions(html);
  expect([...regions.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual(['Table: Hosting', 'Table: The build']);
  expect(regions.match(/<\/table><\/div>/g)).toHaveLength(2);
  expect(regions.match(/<pre tabindex="0"/g)).toHaveLength(2);
  expect(titleOf(html)).toBe('Hosting');
});

test('every document that is a page is there', () => {
  expect(readdirSync('docs')).toEqual(expect.arrayContaining(documents.map(({ name }) => `${name}.md`)));
});

test('a link to a document leads to its page, below the site’s address; one to another file leads nowhere', () => {
  expect(siteLink('hosting.md', '/k8s')).toBe('/k8s/instructors/hosting/');
  expect(siteLink('grading-at-scale.md#a-job', '/')).toBe('/instructors/grading-at-scale/#a-job');
  expect(siteLink('fidelity.md', '/k8s/')).toBe('/k8s/fidelity/');
  expect(siteLink('../examples', '/')).toBeUndefined();
  expect(siteLink('usability.md', '/')).toBeUndefined();
  expect(siteLink('#nginx', '/k8s/')).toBe('#nginx');
  expect(siteLink('https://dolos.ugent.be', '/k8s/')).toBe('https://dolos.ugent.be');
});
