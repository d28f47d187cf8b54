/** The list is one text: a line for each name, sorted. */

/** The text with this line in place of the name’s old one. */
export function withLine(
  text: string, name: string, value: string,
): string {
  const others = text
    .split('\n')
    .filter((line) => line !== '' && nameOf(line) !== name);
  return [...others, `${name} ${value}`].sort().join('\n');
}

const nameOf = (line: string): string =>
  line.split(' ', 1)[0] ?? '';
