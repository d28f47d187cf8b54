/** An incident: something was made to go wrong without saying what, and a learner is to find it. */

/** Which loop doesn't do its part, which object waits for it, and since when. */
export interface Diagnosis {
  /** `controller/replicaset` */
  readonly component: string;
  /** `Pod/web-7k2xq`, in the namespace `default` */
  readonly object: string;
  /** Virtual milliseconds since the session's start. */
  readonly t: number;
}

export interface IncidentAsk {
  /** All loops and all objects to choose from, whatever has stopped: for a cluster that broke in a way of its own. */
  readonly suspects?: true;
  /** The last incident that began under this name. Absent: the last one. */
  readonly name?: string;
  readonly diagnosis?: Diagnosis;
}

export interface IncidentView {
  /** `none`: it hasn’t begun yet. `over`: it has been ended. */
  readonly state: 'none' | 'open' | 'over';
  /** Loops to choose from. */
  readonly components: readonly string[];
  /** Objects to choose from, as they stood at its end, or stand now. */
  readonly objects: readonly string[];
  /** What is right of the diagnosis. */
  readonly judged?: { readonly component: boolean; readonly object: boolean; readonly moment: boolean };
}
