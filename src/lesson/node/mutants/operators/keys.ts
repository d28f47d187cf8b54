/** Mistakes in what something is remembered or found by. */
import ts from 'typescript';
import { perNode, replace } from '../syntax.ts';

export const otherKey = perNode('other-key', 'uses the key of something else', (node) => {
  if (ts.isIdentifier(node) && node.text === 'key' && isArgument(node))
    return [replace(node, "'all'"), replace(node, `${node.text}.slice(${node.text}.indexOf('/') + 1)`)];
  if (!ts.isPropertyAccessExpression(node)) return [];
  return node.name.text === 'uid' ? [replace(node.name, 'name')] : [];
});

const isArgument = (node: ts.Expression): boolean => ts.isCallExpression(node.parent) && node.parent.arguments.includes(node);
