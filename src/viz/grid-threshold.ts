/** With more Pods than this on the whole, they are squares: what draws those is loaded then. */
export const gridThreshold = 60;
