/** What an error says: of what isn't one, its text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
