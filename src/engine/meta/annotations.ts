/** On a Pod that stands for a static one in the API server: the hash of its manifest (upstream core/v1, MirrorPodAnnotationKey). */
export const mirrorPodAnnotation = 'kubernetes.io/config.mirror';
