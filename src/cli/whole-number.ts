/** A whole number from 1, as a flag has it. @throws Error that names the flag. */
export function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (!(Number.isSafeInteger(number) && number > 0)) throw new Error(`--${flag} takes a whole number from 1, not ${text}`);
  return number;
}
