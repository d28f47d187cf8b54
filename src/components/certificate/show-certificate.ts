/** The certificate's script: marks what this browser has kept as passed, and writes the file that proves it. */
import { brand } from '../../brand/brand.ts';
import { certificateFile, certificateOf, fingerprintOf, type Certificate } from '../../lesson/certificate/certificate.ts';
import { course, lessonCount } from '../../lesson/course.ts';
import { allWork, browserStorage } from '../../lesson/progress/browser-storage.ts';
import { nameKey } from '../../lesson/progress/keys.ts';
import { passedOnKey } from '../../lesson/progress/passed-on.ts';
import { saveFile } from '../share/dialogs.ts';

export async function showCertificate(root: ParentNode): Promise<void> {
  const page = root.querySelector<HTMLElement>('[data-certificate]');
  const holder = page?.querySelector<HTMLInputElement>('input');
  if (!page || !holder) return;
  const [kept, times, name] = await Promise.all([allWork(), allWork(passedOnKey('')), browserStorage.get(nameKey).catch(() => undefined)]);
  // Who types while the browser still reads keeps what is typed.
  if (typeof name === 'string' && holder.value === '') holder.value = name;
  const made = (): Certificate => certificateOf(holder.value.trim(), kept, times);
  showPassed(page, made());
  await showFingerprint(page, made());
  holder.form?.addEventListener('submit', (event) => event.preventDefault());
  holder.addEventListener('input', () => {
    void browserStorage.set(nameKey, holder.value).catch(() => undefined);
    void showFingerprint(page, made());
  });
  page.querySelector('[data-act="print"]')?.addEventListener('click', () => print());
  page.querySelector('[data-act="save"]')?.addEventListener('click', () => {
    const file = certificateFile(made());
    saveFile(file.name, file.text);
    const said = page.querySelector('[data-said]');
    if (said !== null) said.textContent = `Saved as ${file.name}.`;
  });
}

const lessonNumbers = new Set(course.flatMap(({ lessons }) => lessons.map(({ number }) => number)));

function showPassed(page: HTMLElement, { passed }: Certificate): void {
  const lessons = Object.keys(passed).filter((slug) => lessonNumbers.has(Number.parseInt(slug, 10))).length;
  const sum = page.querySelector('[data-sum]');
  if (sum !== null) sum.textContent = `has passed ${lessons === lessonCount ? `all ${lessonCount}` : `${lessons} of the ${lessonCount}`} lessons of ${brand.name}, ${brand.kind}:`;
  for (const row of page.querySelectorAll<HTMLElement>('[data-row]')) {
    const entry = passed[row.dataset.row ?? ''];
    if (entry === undefined) continue;
    row.classList.add('done');
    row.querySelector('use')?.setAttribute('href', '#m-done');
    row.querySelector('.sr')?.removeAttribute('hidden');
    const time = row.querySelector('time');
    if (time === null || entry.passedOn === undefined) continue;
    time.dateTime = dayOf(entry.passedOn);
    time.textContent = time.dateTime;
  }
}

/** `2026-11-25`, in the reader's own time zone. */
function dayOf(ms: number): string {
  const date = new Date(ms);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((each) => String(each).padStart(2, '0')).join('-');
}

/** A page that came over plain http can't compute it: it is left out there. */
async function showFingerprint(page: HTMLElement, certificate: Certificate): Promise<void> {
  const line = page.querySelector<HTMLElement>('[data-fingerprint]');
  const words = line?.querySelector('span');
  if (!line || !words || !isSecureContext) return;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(certificateFile(certificate).text));
  words.textContent = fingerprintOf(digest);
  line.hidden = false;
}
