/** The names of the programs that come in a piece: known before they are loaded. registry.test.ts compares them with the tables of the programs. */

/** What every image with a shell has. */
export const piecePrograms: ReadonlySet<string> = new Set([
  ...['cat', 'head', 'tail', 'grep', 'egrep', 'fgrep', 'wc', 'sort', 'uniq', 'tr', 'cut', 'tee', 'rev', 'nl', 'tac'],
  ...['ls', 'mkdir', 'rmdir', 'rm', 'cp', 'mv', 'touch', 'chmod', 'chown', 'ln', 'stat', 'find', 'df', 'du', 'mount'],
  ...['basename', 'dirname', 'readlink', 'realpath', 'mktemp'],
  ...['tar', 'base64', 'hexdump', 'md5sum', 'sha256sum'],
  ...['wget', 'getent'],
  ...['sed', 'awk'],
  ...['id', 'whoami'],
  ...['date', 'printenv', 'tty', 'uname', 'nproc', 'arch', 'uptime', 'which', 'expr', 'seq', 'yes', 'xargs', 'timeout', 'sync', 'clear', 'stty'],
]);

/** What an image may have beside it. */
export const pieceExtras: ReadonlySet<string> = new Set(['curl']);

/** What needs a machine of its own. */
export const pieceMachinePrograms: ReadonlySet<string> = new Set([
  ...['ps', 'top', 'kill', 'nc', 'nslookup', 'ping', 'traceroute', 'ifconfig', 'ip', 'netstat', 'ss'],
]);
