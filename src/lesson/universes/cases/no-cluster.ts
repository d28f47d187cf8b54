/** What a universe without a cluster says of its weather. */
export const noCluster = 'your code alone, without a cluster';
