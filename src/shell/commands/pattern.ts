/** POSIX regular expressions as JavaScript's. */

/** A basic (or extended) expression; throws a SyntaxError for one that makes no sense. */
export function compile(pattern: string, options: { readonly extended: boolean; readonly flags: string }): RegExp {
  const source = options.extended ? pattern : fromBasic(pattern);
  return new RegExp(
    source.replace(/\[:(\w+):\]/g, (whole, name: string) => CLASSES[name] ?? whole),
    options.flags,
  );
}

const CLASSES: Readonly<Record<string, string>> = {
  space: '\\s',
  digit: '0-9',
  alpha: 'A-Za-z',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  blank: ' \\t',
  xdigit: '0-9A-Fa-f',
};

/** In basic expressions `( ) { } + ? |` are plain and gain their meaning by a backslash. */
function fromBasic(pattern: string): string {
  return pattern.replace(
    /\\([(){}+?|])|([(){}+?|])|\\.|\[\^?\]?[^\]]*\]/g,
    (whole, escaped: string | undefined, plain: string | undefined) => {
      if (escaped !== undefined) return escaped;
      return plain === undefined ? whole : `\\${plain}`;
    },
  );
}

/** A literal text as an expression. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
