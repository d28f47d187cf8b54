/** A bench whose universe is heard: what the judged code prints, and what of its requests is refused. */
import type { Session } from '../../../session/session.ts';
import { subjectOf } from '../../subjects/install.ts';
import { requestOf, type UniverseObserver } from '../observer.ts';
import type { Check } from '../types.ts';
import type { Bench, Ran } from './bench.ts';

/** The shell's name at the API server. */
const shell = 'kubectl';

/** Of the shell's requests those count that the learner's own file makes: the check's commands are none of the code's. */
export function observed(bench: Bench, session: Session, check: Check, observer: UniverseObserver): Bench {
  const { cluster } = session;
  const t = (): number => session.now().t;
  let file: 'applied' | 'run' | undefined;
  observer.began();
  session.on((event) => {
    if (event.type === 'log' && event.controller === check.controller) observer.logged(event);
  });
  cluster.onAnswer((answer) => {
    const { component, request, response } = answer;
    // Whoever applies a manifest first asks whether the object is there.
    const isQuestion = file === 'applied' && request.method === 'GET' && response.code === 404;
    const isOwn = component === shell ? file !== undefined && !isQuestion : component === componentOf(check);
    if (isOwn && response.code >= 400) observer.refused(requestOf(answer, t()));
  });
  async function own(how: NonNullable<typeof file>, run: () => Promise<Ran>): Promise<Ran> {
    file = how;
    const ran = await run();
    file = undefined;
    return ran;
  }
  return {
    ...bench,
    applyFile: (path) => (path === check.entry ? own('applied', () => bench.applyFile(path)) : bench.applyFile(path)),
    async runFile(path) {
      const ran = await own('run', () => bench.runFile(path));
      if (ran.text !== '') observer.logged({ t: t(), level: ran.ok ? 'info' : 'error', text: ran.text });
      return ran;
    },
  };
}

/** Whose requests are the code's. */
function componentOf(check: Check): string {
  return subjectOf(check) === 'plugin' ? 'scheduler' : `controller/${check.controller}`;
}
