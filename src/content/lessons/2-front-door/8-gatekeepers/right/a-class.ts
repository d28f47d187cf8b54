/**
 * A class that keeps the lists it looks at.
 */
import { type AdmissionAnswer, type AdmissionRequest, defineWebhook, type KubeObject, type Pod } from 'converge/sdk';

class Guard {
  readonly #lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;

  review(request: AdmissionRequest): AdmissionAnswer {
    const before = this.#fields(request.oldObject);
    const fields = this.#fields(request.object).filter((field) => !before.includes(field));
    return fields.length === 0 ? { allowed: true } : { allowed: false, code: 403, message: fields.join(', ') };
  }

  #fields(object: KubeObject | null): string[] {
    const fields: string[] = [];
    for (const list of object === null ? [] : this.#lists) {
      (object as Pod).spec[list]?.forEach(({ securityContext }, index) => {
        if (securityContext?.privileged === true) fields.push(`spec.${list}[${index}].securityContext.privileged`);
      });
    }
    return fields;
  }
}

const judge = new Guard();
const review = (request: AdmissionRequest): AdmissionAnswer => judge.review(request);

export const guard = defineWebhook({ name: 'guard', review });
