import type { MdastPluginEntry } from 'satteri';

/** A document of the repository that is shown as a page: its links to other files there lead nowhere here, so they are text. */
export const repositoryLinks: MdastPluginEntry = ({ fileURL }) => {
  if (!fileURL?.pathname.includes('/docs/')) return null;
  return {
    name: 'converge-repository-links',
    link(node, context) {
      if (!/^(https?:|#)/.test(node.url)) context.replaceNode(node, { type: 'text', value: context.textContent(node) });
    },
  };
};
