/** Mistakes in which objects are meant: those of every namespace, with any label, of any owner. */
import ts from 'typescript';
import { calledName, inPlaceOf, perNode, receiverOf, removeProperty, replace } from '../syntax.ts';
import type { Edit } from '../types.ts';

export const dropFilter = perNode('drop-filter', 'takes all for those that count', (node) => {
  if (!ts.isCallExpression(node) || calledName(node) !== 'filter') return [];
  const receiver = receiverOf(node);
  return receiver === undefined ? [] : [replace(node, inPlaceOf(node, receiver))];
});

export const dropCondition = perNode('drop-condition', 'asks only one of two questions', (node) => {
  if (!ts.isBinaryExpression(node)) return [];
  const { kind } = node.operatorToken;
  if (kind !== ts.SyntaxKind.AmpersandAmpersandToken && kind !== ts.SyntaxKind.BarBarToken) return [];
  return [node.left, node.right].map((side) => replace(node, side.getText()));
});

export const dropNamespace = perNode('drop-namespace', 'takes another namespace’s for its own', (node) => {
  if (isProperty(node, ['namespace'])) return [removeProperty(node)];
  if (ts.isStringLiteral(node) && /^[\w-]+\/[\w-]+$/.test(node.text))
    return [replace(node, `'${node.text.slice(node.text.indexOf('/') + 1)}'`)];
  if (!ts.isCallExpression(node)) return [];
  const [argument] = node.arguments;
  if (argument === undefined) return [];
  switch (calledName(node)) {
    case 'list':
      return node.arguments.length === 1 && /namespace/.test(argument.getText()) && !ts.isObjectLiteralExpression(argument)
        ? [replace(argument, '')]
        : [];
    case 'keyOf':
      return [replace(node, `${argument.getText()}.metadata.name`)];
    case 'podFromTemplate':
      return [withMetadata(node, "namespace: 'default'")];
    default:
      return [];
  }
});

export const dropLabel = perNode('drop-label', 'takes any labels for its own, or sets none', (node) => {
  if (isProperty(node, ['labelSelector', 'fieldSelector', 'labels', 'matchLabels', 'matchExpressions'])) return [removeProperty(node)];
  if (!ts.isCallExpression(node)) return [];
  if (calledName(node) === 'matches') return [replace(node, 'true')];
  return calledName(node) === 'podFromTemplate' ? [withMetadata(node, 'labels: {}')] : [];
});

export const dropOwner = perNode('drop-owner', 'takes another owner’s for its own, or names none', (node) => {
  if (isProperty(node, ['ownerReferences'])) return [removeProperty(node)];
  const awaited = ts.isAwaitExpression(node) ? node.expression : undefined;
  if (awaited !== undefined && ts.isCallExpression(awaited) && calledName(awaited) === 'claim') return withoutClaim(node, awaited);
  if (!ts.isCallExpression(node)) return [];
  const receiver = receiverOf(node)?.getText();
  const owner = node.arguments[0]?.getText();
  if (calledName(node) === 'controlledBy') return [replace(node, `${receiver}.list(${owner}.metadata.namespace)`)];
  return calledName(node) === 'podFromTemplate' ? [withMetadata(node, 'ownerReferences: []')] : [];
});

/** Reads every object of the namespace, or adopts and releases none. */
function withoutClaim(node: ts.Node, claim: ts.CallExpression): readonly Edit[] {
  const [owner, , kind, tools] = claim.arguments.map((each) => each.getText());
  const lister = `${tools}.lister(${kind})`;
  return [
    replace(node, `${lister}.list(${owner}.metadata.namespace)`),
    replace(node, `${lister}.controlledBy(${owner})`),
  ];
}

/** The object that is made, with another piece of metadata. */
const withMetadata = (made: ts.CallExpression, metadata: string): Edit => {
  const text = made.getText();
  return replace(made, `{ ...${text}, metadata: { ...${text}.metadata, ${metadata} } }`);
};

const isProperty = (node: ts.Node, names: readonly string[]): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && names.includes(node.name.getText());
