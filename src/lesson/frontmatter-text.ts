/** What stands between the `---` lines at the beginning of a lesson's text: YAML; undefined where there are none. */
export const frontmatterText = (text: string): string | undefined => /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1];
