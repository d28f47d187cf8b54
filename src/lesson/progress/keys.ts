/** Where what is kept of a lesson stands in the storage. */

/** The key under which a lesson's work is kept. */
export const workKey = (lesson: string): string => `work/${lesson}`;

/** The key of its earlier versions. */
export const versionsKey = (lesson: string): string => `versions/${lesson}`;

/** The key of its session, one for each tab. */
export const sessionKey = (lesson: string): string => `session/${lesson}`;

/** The key of the code beside its exercise. */
export const codeKey = (lesson: string): string => `code/${lesson}`;

/** The key of the learner's name or number: on the certificate, and in what is handed in. */
export const nameKey = 'certificate/name';
