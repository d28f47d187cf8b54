import { expect, test } from 'vitest';
import type { Json } from '../../engine/index.ts';
import { compileGoTemplate } from './index.ts';

const POD: Json = {
  kind: 'Pod',
  metadata: { name: 'web-1', labels: { app: 'web', tier: 'front' } },
  spec: { replicas: 3, containers: [{ name: 'a' }, { name: 'b' }] },
};

function render(template: string, value: Json = POD, allowMissing = true): string {
  return compileGoTemplate(template, allowMissing, () => {})(value);
}

function refused(template: string, allowMissing = true): string {
  try {
    return render(template, POD, allowMissing);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

test('fields, lists and maps in the order of their keys', () => {
  expect(render('{{.kind}} {{.metadata.name}} {{.none}}')).toBe('Pod web-1 <no value>');
  expect(render('{{range .spec.containers}}{{.name}};{{end}}')).toBe('a;b;');
  expect(render('{{range $k, $v := .metadata.labels}}{{$k}}={{$v}} {{end}}')).toBe('app=web tier=front ');
  expect(render('{{range .none}}x{{else}}none{{end}}')).toBe('none');
});

test('what a branch declares is forgotten after it, what it assigns is kept', () => {
  expect(render('{{$x := 1}}{{if true}}{{$x = 2}}{{$x := 3}}{{end}}{{$x}}')).toBe('2');
  expect(refused('{{if true}}{{$y := 1}}{{end}}{{$y}}')).toContain('undefined variable "$y"');
});

test('pipelines give their value to the next function as its last argument', () => {
  expect(render('{{.kind | printf "%s-%s" "x" | len}}')).toBe('5');
  expect(render('{{(index .spec.containers 1).name}}')).toBe('b');
});

test('trim marks take the blanks beside them, comments vanish', () => {
  expect(render('a {{- /* no */ -}} b {{- .kind -}} \n c')).toBe('abPodc');
});

test('numbers of JSON are whole where they can be', () => {
  expect(render('{{eq .spec.replicas 3}} {{printf "%03d" .spec.replicas}}')).toBe('true 003');
  expect(render('{{.a}}', { a: 1e21 })).toBe('1e+21');
});

test('an error names its place, and missing keys are one where they may not be', () => {
  expect(refused('{{.kind.x}}')).toContain(
    'template: output:1:7: executing "output" at <.kind.x>: can\'t evaluate field x in type interface {}',
  );
  expect(refused('a\n{{.none}}', false)).toContain(
    'output:2:2: executing "output" at <.none>: map has no entry for key "none"',
  );
});
