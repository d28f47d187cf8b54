import { expect, test } from 'vitest';
import { needsMore } from './entered.ts';

test.each([
  ['', false],
  ['kubectl get pods', false],
  ['echo "a', true],
  ["echo 'a\nb'", false],
  ['echo $(date', true],
  ['echo a \\', true],
  ['echo a \\\\', false],
  ['kubectl get pods |', true],
  ['true &&', true],
  ['true && # and so on', true],
  ['for i in 1 2; do', true],
  ['for i in 1 2', true],
  ['for i in 1 2; do\necho $i\ndone', false],
  ['while true; do sleep 1', true],
  ['if true; then echo a; else', true],
  ['cat <<EOF', true],
  ['cat <<EOF > a.yaml\nkind: Pod', true],
  ['cat <<EOF > a.yaml\nkind: Pod\nEOF', false],
  ["cat <<'A' | sort\nx\nA\n", false],
  // However it goes on, it makes no sense: it runs, and says why.
  ['done', false],
  ['a & b', false],
])('%j', (text, more) => expect(needsMore(text)).toBe(more));
