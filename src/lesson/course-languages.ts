/** The languages of the site, by their tags, as each calls itself. Lessons are written in the first; it has no folder in the site’s addresses. */
export const languages: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
};
