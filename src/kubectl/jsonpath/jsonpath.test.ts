import { expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { compilePath, compileTemplate } from './index.ts';

const PODS: Json = {
  kind: 'List',
  items: [
    {
      metadata: { name: 'a', labels: { 'app.io/x': '1' } },
      spec: { nodeName: 'n1', containers: [{ image: 'i1' }, { image: 'i2' }] },
      n: 2,
    },
    { metadata: { name: 'b' }, spec: { nodeName: 'n2', containers: [{ image: 'i3' }] }, n: 10 },
    { metadata: { name: 'c' }, spec: { nodeName: 'n1', containers: [] }, n: 3 },
  ],
};

function check(template: string, expected: string): void {
  expect(compileTemplate(template)(PODS)).toBe(expected);
}

function refuses(template: string, why: string): void {
  expect(() => compileTemplate(template)(PODS)).toThrow(why);
}

test('text outside of braces stays, values are joined by blanks', () => {
  check('names: {.items[*].metadata.name}!', 'names: a b c!');
  check('{.kind}{"\\n"}{.items[0].metadata.name}', 'List\na');
  check('{\'a\'}{.nope}{"b"}', 'ab');
});

test('indices count from the end when negative, slices leave their end out', () => {
  check('{.items[-1].metadata.name}', 'c');
  check('{.items[0:2].metadata.name}', 'a b');
  check('{.items[-2:].metadata.name}', 'b c');
  check('{.items[0:3:2].metadata.name}', 'a c');
  check('{.items[0,2].metadata.name}', 'a c');
});

test('fields may be quoted or escaped', () => {
  check("{.items[0].metadata.labels['app.io/x']}", '1');
  check('{.items[0].metadata.labels.app\\.io/x}', '1');
  check("{.items[0]['metadata'].name}", 'a');
  check("{.items[0].metadata['name','nope']}", 'a');
});

test('filters compare texts and numbers', () => {
  check('{.items[?(@.spec.nodeName=="n1")].metadata.name}', 'a c');
  check("{.items[?(@.spec.nodeName!='n1')].metadata.name}", 'b');
  check('{.items[?(@.n>2)].metadata.name}', 'b c');
  check('{.items[?(@.metadata.labels)].metadata.name}', 'a');
});

test('range repeats its body for each value', () => {
  check('{range .items[*]}{.metadata.name}={.spec.nodeName}{"\\t"}{end}done', 'a=n1\tb=n2\tc=n1\tdone');
  check('{range .items[*]}{.metadata.name}:{range .spec.containers[*]}{.image},{end};{end}', 'a:i1,i2,;b:i3,;c:;');
  check('{range .items[*]}{@.metadata.name}{$.kind} {end}', 'aList bList cList ');
});

test('.. finds fields at any depth', () => {
  check('{..image}', 'i1 i2 i3');
  check('{..nodeName}', 'n1 n2 n1');
  check('{.items[0]..image}', 'i1 i2');
});

test('objects and lists print as compact JSON with sorted keys', () => {
  check('{.items[1].spec}', '{"containers":[{"image":"i3"}],"nodeName":"n2"}');
  check('{.items[2].spec.containers}', '[]');
});

test('what makes no sense is refused in the words of client-go', () => {
  refuses('{.items', 'error parsing jsonpath {.items, unclosed action');
  refuses('{range .items[*]}x', 'error parsing jsonpath {range .items[*]}x, unterminated range, missing {end}');
  refuses('{end}', 'not in range, nothing to end');
  refuses('{.items[9]}', 'array index out of bounds: index 9, length 3');
  refuses('{foo}', 'unrecognized identifier foo');
});

test('columns and sort keys take paths with or without braces and dot', () => {
  for (const path of ['.kind', 'kind', '{.kind}', '{kind}']) expect(compilePath(path)(PODS)).toEqual(['List']);
});
