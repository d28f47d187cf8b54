/** `git` in a session's shell, and the server that it pushes to. */
import { expect, onTestFinished, test } from 'vitest';
import { nodePlatform } from '../runtimes/platforms.ts';
import { sessionParts } from './parts.ts';
import { emptyLog, openSession, type Session } from './session.ts';
import type { SessionLog } from './types.ts';

const cluster = { nodes: 0, profile: 'minimal', withoutControllers: ['*'], repositories: true } as const;

async function open(log: SessionLog = emptyLog(1, cluster)): Promise<Session> {
  const { session } = await openSession(log, sessionParts(nodePlatform()));
  onTestFinished(() => session.close());
  return session;
}

/** What a command prints, on both streams. */
async function run(session: Session, text: string): Promise<string> {
  const { outputs } = await session.run({ type: 'command', text });
  return outputs.map((output) => ('text' in output ? output.text : '')).join('');
}

const begin = `mkdir shop; cd shop; git init
git remote add origin https://git.example.com/shop.git
echo one > page.json
git add .
git commit -m First
git push origin main`;

const branchesOf = (session: Session) => session.cluster.running('repository')?.repositories?.branches('shop');

test('a commit goes from the workspace to the server', async () => {
  const session = await open();
  const text = await run(session, begin);
  const id = branchesOf(session)?.['main'] ?? '';
  expect(text).toBe(`Initialized empty Git repository in /shop/.git/
[main (root-commit) ${id.slice(0, 7)}] First
 1 file changed
To https://git.example.com/shop.git
 * [new branch]      main -> main
`);
  expect(session.cluster.running('repository')?.repositories?.commit('shop', id)).toMatchObject({ message: 'First', files: { 'page.json': 'one\n' }, parents: [] });
  expect(await run(session, 'git push')).toBe('Everything up-to-date\n');
});

test('rewritten history is pushed only by force', async () => {
  const session = await open();
  await run(session, begin);
  const first = branchesOf(session)?.['main'] ?? '';
  await run(session, 'echo two > page.json; git commit -am Second; git push');
  const second = branchesOf(session)?.['main'] ?? '';
  expect(await run(session, 'git log --oneline')).toBe(`${second.slice(0, 7)} Second\n${first.slice(0, 7)} First\n`);
  await run(session, 'echo three > page.json; git add page.json; git commit --amend -m "Second, again"');
  expect(await run(session, 'git push')).toBe(`To https://git.example.com/shop.git
 ! [rejected]        main -> main (non-fast-forward)
error: failed to push some refs to 'https://git.example.com/shop.git'
`);
  expect(branchesOf(session)).toEqual({ main: second });
  expect(await run(session, 'git push --force')).toContain('(forced update)');
  expect(branchesOf(session)?.['main']).not.toBe(second);
  expect(await run(session, 'git reset --hard HEAD~1; cat page.json')).toBe(`HEAD is now at ${first.slice(0, 7)} First\none\n`);
});

test('status names what is staged, changed and unknown; revert and rm take back', async () => {
  const session = await open();
  await run(session, begin);
  await run(session, 'echo two > page.json; git add page.json; echo three > page.json; echo new > other.json');
  expect(await run(session, 'git status --short')).toBe('MM page.json\n?? other.json\n');
  expect(await run(session, 'git status')).toContain('Untracked files:\n\tother.json\n');
  expect(await run(session, 'git add -A; git commit -m Both; git show')).toContain('A\tother.json\nM\tpage.json\n');
  expect(await run(session, 'git revert HEAD; cat page.json; ls')).toContain('Revert "Both"');
  expect(await run(session, 'cat page.json; ls')).toBe('one\npage.json\n');
  expect(await run(session, 'git rm page.json; git commit -m Empty; ls; git status')).toContain('nothing to commit, working tree clean');
});

test('a clone has the commits of the server, also in another folder', async () => {
  const session = await open();
  await run(session, begin);
  expect(await run(session, 'cd /; git clone https://git.example.com/shop.git copy; cd copy; cat page.json; git log --oneline')).toMatch(/^Cloning into 'copy'...\none\n\w{7} First\n$/);
  expect(await run(session, 'git switch -c next; echo x > x; git add x; git commit -m X; git push origin next; git switch main; ls; git branch')).toContain("Switched to branch 'main'\npage.json\n* main\n  next\n");
  expect(Object.keys(branchesOf(session) ?? {})).toEqual(['main', 'next']);
});

test('a repository that was never made can’t be cloned, and can once it was pushed to', async () => {
  const session = await open();
  const cloned = () => run(session, 'cd /; git clone https://git.example.com/shop.git copy');
  expect(await cloned()).toBe("Cloning into 'copy'...\nremote: Repository not found.\nfatal: repository 'https://git.example.com/shop.git' not found\n");
  await run(session, begin);
  expect(await cloned()).toBe("Cloning into 'copy'...\n");
  expect(await run(session, 'cat /copy/page.json')).toBe('one\n');
});

test('the same log makes the same commits', async () => {
  const session = await open();
  await run(session, begin);
  const again = await open(session.log());
  expect(branchesOf(again)).toEqual(branchesOf(session));
});

test('a server that is down can’t be pushed to; what it holds comes back with it', async () => {
  const session = await open();
  await run(session, begin);
  const before = branchesOf(session);
  await session.run({ type: 'fault', fault: { type: 'crash', component: 'repository', downMs: 5000 } });
  expect(await run(session, 'echo two > page.json; git commit -am Second; git push')).toContain('fatal: unable to access');
  await run(session, 'sleep 6');
  expect(branchesOf(session)).toEqual(before);
  expect(await run(session, 'git push')).toContain('main -> main');
});

test('a session without the server has no git', async () => {
  const session = await open(emptyLog(1, { nodes: 0, profile: 'minimal', withoutControllers: ['*'] }));
  expect(await run(session, 'git init')).toBe('fatal: this session has no repositories\n');
});
