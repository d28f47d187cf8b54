/** Mistakes in where something is read from. */
import ts from 'typescript';
import { calledName, isInAsync, perNode, receiverOf, replace } from '../syntax.ts';

export const liveRead = perNode('live-read', 'reads from the API server what its cache has', (node) => {
  if (!ts.isCallExpression(node) || !isInAsync(node)) return [];
  const lister = receiverOf(node);
  if (lister === undefined || !ts.isCallExpression(lister) || calledName(lister) !== 'lister') return [];
  const [client, kind, argument] = [`${receiverOf(lister)?.getText()}.client`, lister.arguments[0]?.getText(), node.arguments[0]?.getText()];
  if (calledName(node) === 'get') return [replace(node, `(await ${client}.get(${kind}, ${argument}).catch(() => undefined))`)];
  if (calledName(node) !== 'list') return [];
  const options = argument === undefined ? '' : `, { namespace: ${argument} }`;
  return [replace(node, `(await ${client}.list(${kind}${options}))`)];
});

export const cachedRead = perNode('cached-read', 'reads from its cache what must be read live', (node) => {
  if (!ts.isAwaitExpression(node) || !ts.isCallExpression(node.expression)) return [];
  const client = receiverOf(node.expression);
  if (client === undefined || !ts.isPropertyAccessExpression(client) || client.name.text !== 'client') return [];
  const [kind, argument] = node.expression.arguments;
  const lister = `${client.expression.getText()}.lister(${kind?.getText()})`;
  const name = calledName(node.expression);
  if (name === 'get') return [replace(node, `${lister}.get(${argument?.getText()})`)];
  return name === 'list' ? [replace(node, `${lister}.list()`)] : [];
});
