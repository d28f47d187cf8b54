/** What the browser tells of the connection (Network Information API); nothing is known where it doesn't. */
interface Connection {
  readonly saveData: boolean;
  readonly effectiveType: string;
}

function connection(): Partial<Connection> {
  const known: unknown = Reflect.get(navigator, 'connection');
  return typeof known === 'object' && known !== null ? known : {};
}

/** The reader saves data, or the line is slow: nothing is fetched ahead. */
export function isThrifty(): boolean {
  const { saveData = false, effectiveType = '' } = connection();
  return saveData || /2g/.test(effectiveType);
}

/** Known to be fast, and bytes cost nothing. */
export function isSteady(): boolean {
  return !isThrifty() && connection().effectiveType === '4g';
}
