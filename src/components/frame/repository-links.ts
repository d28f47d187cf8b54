import type { MdastPluginEntry } from 'satteri';
import { documents } from '../instructors/documents.ts';

/** Documents that are pages, and where: below the address that the site is served under. */
const pages: Readonly<Record<string, string>> = {
  'fidelity.md': 'fidelity/',
  ...Object.fromEntries(documents.map(({ name }) => [`${name}.md`, `instructors/${name}/`])),
};

/**
 * Where a document's link leads on the site.
 *
 * @param base The address that the site is served under: "/" or "/k8s/".
 * @returns Undefined where it leads to a file that is no page.
 */
export function siteLink(url: string, base: string): string | undefined {
  if (/^(https?:|#)/.test(url)) return url;
  const [, file = '', part = ''] = /^([^#]*)(#.*)?$/.exec(url) ?? [];
  const page = pages[file];
  return page && `${base.replace(/\/?$/, '/')}${page}${part}`;
}

/** A document of the repository that is shown as a page. What its links can't reach is text. */
export const repositoryLinks =
  (base: string): MdastPluginEntry =>
  ({ fileURL }) => {
    if (!fileURL?.pathname.includes('/docs/')) return null;
    return {
      name: 'converge-repository-links',
      link(node, context) {
        const url = siteLink(node.url, base);
        if (url === undefined) context.replaceNode(node, { type: 'text', value: context.textContent(node) });
        else if (url !== node.url) context.setProperty(node, 'url', url);
      },
    };
  };
