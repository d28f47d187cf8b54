/** Sends statements of this page's lesson. Loaded where the course was built with `--xapi`, and nowhere else. */
import { brand } from '../../brand/brand.ts';
import type { LessonPage } from '../../lesson/page/lesson-page.ts';
import { trSaid } from '../../lesson/words/said.ts';
import { createReporter } from '../../lesson/xapi/reporter.ts';
import { pathIn, rootLanguage } from '../../lesson/translation/languages.ts';
import { uuidOf } from '../../lesson/xapi/statement.ts';
import { startTimer } from '../../runtimes/timer.ts';

const lockName = 'converge-xapi';

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** One address for a lesson, whatever the language of its page. */
const lessonAddress = (pathname: string): string => base + pathIn(rootLanguage, pathname.replace(/(\/index\.html|\/?)$/, '/').slice(base.length));

/** Someone else's session, and a frame of another site, tell nothing. */
export function startReports(page: LessonPage): void {
  const { data, storage } = page;
  if (storage.change === undefined) return;
  const { origin, pathname } = location;
  const reporter = createReporter({
    store: { url: convergeXapi, ...(convergeXapiAuthorization !== '' && { authorization: convergeXapiAuthorization }) },
    storage,
    lesson: data,
    place: {
      course: { url: new URL(base, origin).href, name: brand.name },
      url: origin + lessonAddress(pathname),
      title: document.querySelector('h1')?.textContent?.trim() ?? data.slug,
      language: document.documentElement.lang,
      ask: (question) => document.querySelector(`[data-quiz] input[name="${CSS.escape(question)}"]`)?.closest('[data-quiz]')?.querySelector('.ask')?.textContent?.trim(),
    },
    fetch: (...request) => fetch(...request),
    nowMs: Date.now,
    newId: () => uuidOf((bytes) => crypto.getRandomValues(bytes)),
    after: startTimer,
    // Not there without https: then two tabs may send one statement twice, which its id makes up for.
    alone: (run) => ('locks' in navigator ? navigator.locks.request(lockName, run) : run()),
    say(trouble) {
      for (const place of document.querySelectorAll('[data-reports]')) place.textContent = trSaid(trouble ?? '');
    },
  });
  page.subscribe(({ phase, work }) => {
    if (phase !== 'reading') reporter.observe(work);
  });
  addEventListener('online', reporter.again);
}
