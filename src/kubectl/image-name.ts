/** Names of images, as registries know them (github.com/distribution/reference, ReferenceRegexp). */
const shape =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@[a-zA-Z][\w+.-]*:[0-9a-fA-F]{32,})?$/;

/** Whether an image can have this name. */
export const isImageName = (name: string): boolean => shape.test(name);
