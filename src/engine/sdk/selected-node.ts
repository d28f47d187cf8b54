/** On a claim that waits for its first consumer: the node that the scheduler has chosen (upstream AnnSelectedNode). */
export const selectedNodeAnnotation = 'volume.kubernetes.io/selected-node';
