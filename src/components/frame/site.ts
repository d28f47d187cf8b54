/** Addresses inside the site, with the base it is served under ("/" or "/k8s/"). */
export const baseUrl = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** @param slug A lesson's folder, such as "12-replicaset". */
export const lessonUrl = (slug: string): string => `${baseUrl}lessons/${slug}/`;

/** @param part The number of a part that has a checkpoint. */
export const checkpointUrl = (part: number): string => `${baseUrl}checkpoints/${part}/`;

/** The page that mixes all parts. */
export const finalUrl = `${baseUrl}final/`;
