/** An engine's text; rejects with a sentence. */
export async function text(url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) {
    const why = response === undefined ? 'no connection' : `status ${response.status}`;
    throw new Error(`The engine could not be loaded (${why}). Run again when you are online.`);
  }
  return response.text();
}
