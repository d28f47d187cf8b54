/** Cases of upstream's plugins/imagelocality/image_locality_test.go: TestImageLocalityPriority. */
import { expect, test } from 'vitest';
import { createFramework } from '../../framework.ts';
import { podInfoOf } from '../../pod-info.ts';
import { makeCache, makeNode, makePod, makeTools } from '../../testing/objects.ts';
import { imageLocality } from './index.ts';

const MiB = 1024 * 1024;

/** Megabytes by image. */
type Images = Readonly<Record<string, number>>;

function check(wanted: readonly string[], nodes: readonly Images[], scores: readonly number[]): void {
  const cache = makeCache({});
  for (const [index, images] of nodes.entries()) {
    const node = makeNode(`machine${index + 1}`, {});
    const listed = Object.entries(images).map(([name, size]) => ({ names: [`${name}:latest`, `${name}:v1`], sizeBytes: size * MiB }));
    cache.setNode({ ...node, status: { ...node.status, images: listed } });
  }
  const pod = makePod('p', {}, { containers: wanted.map((image) => ({ name: image, image })) });
  expect(createFramework([imageLocality], makeTools(cache)).score(podInfoOf(pod), cache.nodes())).toEqual(scores);
}

const first = { 'gcr.io/40': 40, 'gcr.io/300': 300, 'gcr.io/2000': 2000 };
const second = { 'gcr.io/250': 250, 'gcr.io/10': 10 };

// Per container the most that counts is 1,000 MiB: two containers, as here, halve the scores that upstream's table had when it was 1,000 in all.
test.each([
  ['two images on two nodes: the larger one', ['gcr.io/40', 'gcr.io/250'], [first, second], [0, 5]],
  ['two images on one node', ['gcr.io/40', 'gcr.io/300'], [first, second], [7, 0]],
  ['a large one', ['gcr.io/2000', 'gcr.io/10'], [first, second], [49, 0]],
  ['a large one, and a node without images', ['gcr.io/2000', 'gcr.io/10'], [first, second, {}], [32, 0, 0]],
  ['what is on every node counts in full', ['gcr.io/300'], [{ 'gcr.io/300': 300 }, { 'gcr.io/300': 300 }], [28, 28]],
  ['no node has it', ['gcr.io/7'], [first, second], [0, 0]],
] as const)('%s', (_name, wanted, nodes, scores) => check(wanted, nodes, scores));

test('a node counts for an image as long as it lists it', () => {
  const cache = makeCache({ machine1: {}, machine2: {} });
  const tools = makeTools(cache);
  const list = (name: string, ...names: string[]): void => {
    const node = makeNode(name, {});
    cache.setNode({ ...node, status: { ...node.status, images: [{ names, sizeBytes: 40 * MiB }] } });
  };
  const counts = () => ['web:v1', 'web:v2'].map(tools.countNodesWithImage);
  expect(counts()).toEqual([0, 0]);
  list('machine1', 'web:v1', 'web@sha256:1', 'web:v1');
  list('machine2', 'web:v1', 'web:v2');
  expect(counts()).toEqual([2, 1]);
  list('machine1', 'web:v2');
  expect(counts()).toEqual([1, 2]);
  cache.removeNode('machine2');
  cache.removeNode('machine2');
  expect(counts()).toEqual([0, 1]);
  list('machine2', 'web:v1');
  expect(counts()).toEqual([1, 1]);
});
