/** Where machines and their Pods are in the network. */
export interface Addresses {
  readonly address: string;
  /** `10.244.0`: of `10.244.0.0/24`. */
  readonly podNetwork: string;
}

/** Pods' addresses begin at 10.244.0.0; up to 10.255 there is room for those of 3,072 machines. */
const firstOfPods = 244;
/** Behind those of Services, 10.96.0.0/12. */
const furtherOfPods = 112;

/** Of the nth machine, from 0. */
export function addressesOf(index: number): Addresses {
  const last = index + 2;
  const second = firstOfPods + (index >> 8);
  return {
    address: `172.18.${last >> 8}.${last & 255}`,
    podNetwork: `10.${second < 256 ? second : furtherOfPods + second - 256}.${index & 255}`,
  };
}
