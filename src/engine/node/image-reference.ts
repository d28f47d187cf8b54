/** Names of images (distribution/reference): what is left out of `nginx` is `docker.io/library/` and `:latest`. */
export interface ImageReference {
  /** With registry: `docker.io/library/nginx`. */
  readonly repository: string;
  /** Empty when a digest is given instead. */
  readonly tag: string;
  readonly digest?: string;
  /** `docker.io/library/nginx:latest` */
  readonly full: string;
}

const REFERENCE = /^([^@:]*(?::\d+\/[^@:]*)?)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;
const PATH = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;

/** The reference of an image's name, or upstream's words for why it is none. */
export function parseImageReference(name: string): ImageReference | { readonly error: string } {
  const match = REFERENCE.exec(name);
  const [, path = '', tag, digest] = match ?? [];
  const slash = path.indexOf('/');
  const first = slash < 0 ? '' : path.slice(0, slash);
  const hasRegistry = first === 'localhost' || first.includes('.') || first.includes(':');
  const registry = hasRegistry ? first : 'docker.io';
  const rest = hasRegistry ? path.slice(slash + 1) : path;
  if (match === null || !PATH.test(rest)) return { error: whyInvalid(rest, match !== null) };
  const repository =
    registry === 'docker.io' && !rest.includes('/') ? `docker.io/library/${rest}` : `${registry}/${rest}`;
  const version = tag ?? (digest === undefined ? 'latest' : '');
  const full = `${repository}${version === '' ? '' : `:${version}`}${digest === undefined ? '' : `@${digest}`}`;
  return { repository, tag: version, full, ...(digest === undefined ? {} : { digest }) };
}

function whyInvalid(path: string, shaped: boolean): string {
  const upper = shaped && path !== '' && PATH.test(path.toLowerCase());
  if (upper)
    return `invalid reference format: repository name (${path.includes('/') ? path : `library/${path}`}) must be lowercase`;
  return 'invalid reference format';
}
