/** What agnhost, `converge/web` and the images of `examples/` run. They come when one of them is named: see `session/parts-for.ts`. */
import type { Program } from '../../sdk/index.ts';
import { runAgnhost } from './agnhost/run.ts';
import { serveGuestbook } from './guestbook.ts';
import { serveHelloWorld } from './hello-world.ts';
import { serveHttpd } from './httpd.ts';
import { mysqlAdmin, mysqlClient, mysqlDump } from './mysql/client.ts';
import { mysqlServer } from './mysql/server.ts';
import { exportNode } from './node-exporter.ts';
import { redisCli } from './redis/client.ts';
import { redisServer } from './redis/server.ts';
import { loadWeb, serveWeb } from './web.ts';
import { serveWordPress } from './wordpress.ts';

export const imagePrograms = { runAgnhost, serveGuestbook, serveHelloWorld, serveHttpd, mysqlAdmin, mysqlClient, mysqlDump, mysqlServer, exportNode, redisCli, redisServer, serveWordPress, serveWeb, loadWeb } satisfies Readonly<Record<string, Program>>;
