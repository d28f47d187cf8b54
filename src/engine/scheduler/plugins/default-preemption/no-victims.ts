/** What preemption says where it finds none. It stands apart from the search for victims, which clusters that evict nothing don't load. */
import type { Rejection } from 'converge/sdk';

export const NO_VICTIMS: Rejection = { reasons: ['No preemption victims found for incoming pod'], resolvable: false };
