import type { MdastPluginEntry } from 'satteri';
import { type CellFence, cellLanguages, isCell, parseFence } from './fence.ts';

/** Where the components come from that every lesson may use without an import. */
const kit = '/src/components/lesson';
/** What a lesson may use without an import. */
export const components: readonly string[] = [
  'BringFile',
  'Cell',
  'Chart',
  'Summary',
  'Diagnosis',
  'Exercise',
  'Fence',
  'Incidents',
  'Lanes',
  'PodLifetimes',
  'LoopFigure',
  'Mistakes',
  'OneLine',
  'ExtraMile',
  'PredictOrder',
  'Prediction',
  'Quiz',
  'Spoiler',
  'Trace',
  'WhatMatters',
];

/** Where a link out of the lessons begins, `../../glossary/`: the page may stand in the folder of a language, and what it leads to doesn’t. */
const siteBase = 'siteBase';

/** Turns code fences with the word `cell` into `<Cell>`, others of the same languages, and of `text`, into `<Fence>`, and brings in the lesson's components. */
export const lessonPlugin: MdastPluginEntry = ({ fileURL }) => {
  if (!fileURL?.pathname.includes('/content/lessons/')) return null;
  const ids = new Set<string>();
  return {
    name: 'converge-lesson',
    before(root, context) {
      const value = [...components.map((name) => `import ${name} from '${kit}/${name}.astro';`), `import { baseUrl as ${siteBase} } from '/src/components/frame/site.ts';`].join('\n');
      context.prependChild(root, { type: 'mdxjsEsm', value });
    },
    link(node, context) {
      if (!node.url.startsWith('../../')) return;
      const href = `${siteBase} + ${JSON.stringify(node.url.slice('../../'.length))}`;
      context.replaceNode(node, { type: 'mdxJsxTextElement', name: 'a', attributes: [computed('href', href)], children: node.children });
    },
    code(node, context) {
      const language = cellLanguages.find((name) => name === node.lang);
      if (!isCell(node.meta)) {
        if (language === undefined && node.lang !== 'text') return;
        const attributes = [attribute('language', language ?? 'text'), attribute('code', node.value)];
        context.replaceNode(node, { type: 'mdxJsxFlowElement', name: 'Fence', attributes, children: [] });
        return;
      }
      const cell = parseFence(node.lang ?? '', node.meta, node.value, ids.size + 1);
      if (ids.has(cell.id)) throw new Error(`two cells are called "${cell.id}"`);
      ids.add(cell.id);
      context.replaceNode(node, {
        type: 'mdxJsxFlowElement',
        name: 'Cell',
        attributes: [attribute('cell', cell)],
        children: [],
      });
    },
  };
};

const attribute = (name: string, value: CellFence | string) => computed(name, JSON.stringify(value));

const computed = (name: string, expression: string) => ({
  type: 'mdxJsxAttribute' as const,
  name,
  value: { type: 'mdxJsxAttributeValueExpression' as const, value: expression },
});
