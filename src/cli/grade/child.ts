/** The process that a submission is graded in: `node --permission … child.ts <bundle>`. It imports nothing of the project but the realm. */
import { readFileSync } from 'node:fs';
import { createRealm } from './realm.ts';

const [path = ''] = process.argv.slice(2);
const realm = createRealm(readFileSync(path, 'utf8'), (text) => process.send?.(text));
process.on('message', (message) => {
  if (typeof message === 'string') realm.receive(message);
});
process.on('disconnect', () => process.exit(0));
