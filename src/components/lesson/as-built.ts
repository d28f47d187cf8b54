/** What a figure says that is drawn once: a later run with other code doesn't change it. */
export const asBuilt = 'Drawn from the lesson’s own code. Your runs don’t change this figure.';
