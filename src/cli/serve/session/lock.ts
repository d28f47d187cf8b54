/** One server a file: two would write over each other's lines. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Takes `FILE.lock`, which holds this process's id. Returns what gives it back. Throws while another process that lives has it. */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const owner = Number(readFileSync(lock, 'utf8'));
    if (owner !== process.pid && isAlive(owner)) {
      throw new Error(`--session: process ${owner} serves from ${file}; end it, or remove ${lock} if it is no server`);
    }
    // Its server was killed.
    writeFileSync(lock, String(process.pid));
  }
  return () => rmSync(lock, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
