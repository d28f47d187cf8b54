/** What an author of an admission webhook writes: a function that is called before something is written. */
import type { Json, KubeObject } from '../meta/index.ts';

/** An admission webhook: the API server asks it before a write is stored. */
export interface Webhook {
  /** Where configurations find it: `url: converge:<name>`, or a service of that name in any namespace. */
  readonly name: string;
  /**
   * Checks a write and lets it pass or not. What it throws is a failure of the webhook, which the configuration's failurePolicy judges.
   * It may be called for the same write more than once.
   */
  review(request: AdmissionRequest): AdmissionAnswer | Promise<AdmissionAnswer>;
}

/** `request` of an AdmissionReview (admission.k8s.io/v1). */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subResource?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly userInfo: { readonly username: string; readonly groups: readonly string[] };
  /** As it would be written; null for DELETE. */
  readonly object: KubeObject | null;
  /** As it is; null for CREATE. */
  readonly oldObject: KubeObject | null;
  readonly dryRun: boolean;
}

/** What a webhook answers to a review. */
export interface AdmissionAnswer {
  readonly allowed: boolean;
  /** Why not. */
  readonly message?: string;
  /** HTTP code of a refusal; 400 by default. */
  readonly code?: number;
  readonly reason?: string;
  /** Shown to the client that requested the write. */
  readonly warnings?: readonly string[];
  /** What a mutating webhook changes: operations of a JSON patch (RFC 6902). */
  readonly patch?: readonly Json[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** Says what a webhook is, and lets the type checker see that its parts fit together. */
export function defineWebhook(webhook: Webhook): Webhook {
  return webhook;
}
