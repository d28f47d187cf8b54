/** Rules for volumes that put several sources into one folder (validateProjectedVolumeSource). */
import type { ProjectedVolumeSource, ServiceAccountTokenProjection, VolumeProjection } from '../../../api/index.ts';
import { type FieldError, forbiddenField, invalidValue, required } from '../../../meta/index.ts';
import { checkFilePath, checkMode, checkRequired } from '../checks.ts';
import { checkDownwardFile, checkItems } from './files.ts';

/** `path` ends in `.projected`. */
export function checkProjected({ defaultMode, sources = [] }: ProjectedVolumeSource, path: string, errors: FieldError[]): void {
  checkMode(defaultMode, `${path}.defaultMode`, errors);
  const places = new Set<string>();
  for (const [index, source] of sources.entries()) checkProjection(source, `${path}.sources[${index}]`, { path, places }, errors);
}

/** The volume, and the files that it has so far. */
interface Folder {
  readonly path: string;
  readonly places: Set<string>;
}

function checkProjection(source: VolumeProjection, at: string, folder: Folder, errors: FieldError[]): void {
  const { secret, configMap, downwardAPI, serviceAccountToken } = source;
  for (const [field, part] of Object.entries({ secret, configMap })) {
    if (part === undefined) continue;
    checkRequired(part, ['name'], `${at}.${field}`, errors);
    checkItems(part.items, `${at}.${field}`, errors);
    for (const { path } of part.items ?? []) claimPlace(path, part.name ?? '', folder, errors);
  }
  for (const item of downwardAPI?.items ?? []) {
    checkDownwardFile(item, `${at}.downwardAPI`, errors);
    claimPlace(item.path, item.path, folder, errors);
  }
  if (serviceAccountToken !== undefined) checkToken(serviceAccountToken, `${at}.serviceAccountToken`, folder, errors);
  if (Object.keys(source).length > 1) errors.push(forbiddenField(at, 'may not specify more than 1 volume type per source'));
}

/** A file that is there already is told by the volume, and by the source's name. */
function claimPlace(place: string | undefined, shown: string, { path, places }: Folder, errors: FieldError[]): void {
  if (!place) return;
  if (places.has(place)) errors.push(invalidValue(path, shown, 'conflicting duplicate paths'));
  places.add(place);
}

const leastSeconds = 600;
const mostSeconds = 2 ** 32;

function checkToken(token: ServiceAccountTokenProjection, at: string, { path }: Folder, errors: FieldError[]): void {
  const { expirationSeconds = 3600, path: place = '' } = token;
  const say = (detail: string): void => {
    errors.push(invalidValue(`${at}.expirationSeconds`, expirationSeconds, detail));
  };
  if (expirationSeconds < leastSeconds) say('may not specify a duration less than 10 minutes');
  if (expirationSeconds > mostSeconds) say('may not specify a duration larger than 2^32 seconds');
  // Upstream names the volume here, not the source.
  if (place === '') errors.push(required(`${path}.path`));
  else checkFilePath(place, `${path}.path`, errors);
}
