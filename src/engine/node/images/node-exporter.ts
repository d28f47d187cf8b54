import type { Process } from '../../sdk/index.ts';

/** node_exporter. */
export function exportNode(process: Process): void {
  const address = process.argv.map((word) => /^--web\.listen-address=(.*)$/.exec(word)?.[1]).find((each) => each !== undefined) ?? ':9100';
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  const isListening = process.listen(port, ({ path }, answer) => {
    if (path !== '/metrics') return answer({ code: 200, headers: { 'content-type': 'text/html' }, body: '<html><head><title>Node Exporter</title></head></html>\n' });
    const seconds = process.now() / 1000;
    const lines = [`node_exporter_build_info{version="${process.tag.slice(1)}"} 1`, `node_time_seconds ${seconds}`, `node_uname_info{nodename="${process.hostname}",sysname="Linux"} 1`];
    answer({ code: 200, headers: { 'content-type': 'text/plain; version=0.0.4' }, body: `${lines.join('\n')}\n` });
  });
  if (!isListening) {
    process.warn(`level=error msg="listen tcp ${address}: bind: address already in use"`);
    return process.after(0, () => process.exit(1));
  }
  process.warn(`level=info msg="Listening on" address=[::]:${port}`);
  process.onTerminate(() => process.exit(0));
}
