/** Pages of Secret and ServiceAccount. */
import { fromBase64, fromUtf8 } from '../../../engine/index.ts';
import { objects, strings, text } from '../../json.ts';
import { listObjects } from '../../resource/builder.ts';
import type { Subject } from './subject.ts';

const TOKEN_TYPE = 'kubernetes.io/service-account-token';

/** The values themselves are not shown, but for tokens. */
export function describeSecret({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.raw(`\nType:\t${text(object, 'type')}\n`);
  page.raw('\nData\n====\n');
  for (const [key, value] of strings(object, 'data')) {
    const decoded = fromBase64(value);
    const bytes = 'bytes' in decoded ? decoded.bytes : '';
    const isToken = key === 'token' && text(object, 'type') === TOKEN_TYPE;
    page.line(0, `${key}:\t${isToken ? (fromUtf8(bytes) ?? bytes) : `${bytes.length} bytes`}`);
  }
}

/** Which secrets an account names, and whether they are there. */
export async function describeServiceAccount({ page, object, context }: Subject): Promise<void> {
  const [name, namespace] = [text(object, 'metadata', 'name'), text(object, 'metadata', 'namespace')];
  page.line(0, `Name:\t${name}`);
  page.line(0, `Namespace:\t${namespace}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  const resource = (await context.mapper.all()).find((each) => each.plural === 'secrets' && each.group === '');
  const secrets = resource === undefined ? [] : await listObjects(context, resource, namespace);
  const known = new Set(secrets.map((secret) => text(secret, 'metadata', 'name')));
  const uid = text(object, 'metadata', 'uid');
  const tokens = secrets.filter((secret) => {
    const annotation = (key: string): string =>
      text(secret, 'metadata', 'annotations', `kubernetes.io/service-account.${key}`);
    return text(secret, 'type') === TOKEN_TYPE && annotation('name') === name && annotation('uid') === uid;
  });
  const named = (field: string): readonly string[] =>
    objects(object, field).map((each) => {
      const secret = text(each, 'name');
      return known.has(secret) ? secret : `${secret} (not found)`;
    });
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['Image pull secrets:', named('imagePullSecrets')],
    ['Mountable secrets: ', named('secrets')],
    ['Tokens:            ', tokens.map((secret) => text(secret, 'metadata', 'name'))],
  ];
  for (const [title, names] of groups) {
    if (names.length === 0) page.line(0, `${title}\t<none>`);
    names.forEach((each, index) => page.line(0, `${index === 0 ? title : ' '.repeat(title.length)}\t${each}`));
  }
}
