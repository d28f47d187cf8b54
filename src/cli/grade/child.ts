/** The process that a submission is graded in: `node --permission … child.ts <engine>`. It imports nothing of the project but the realm. */
import { readFileSync } from 'node:fs';
import { createRealm } from './realm.ts';

const [engine = ''] = process.argv.slice(2);
const realm = createRealm({
  read: (name) => readFileSync(`${engine}/${name}.txt`, 'utf8'),
  send: (text) => process.send?.(text),
});
process.on('message', (message) => {
  if (typeof message === 'string') realm.receive(message);
});
process.on('disconnect', () => process.exit(0));
