/** What only clusters need in which somebody defines kinds, or says in CEL what is to hold. */
import { checkSchemas } from '../custom-resources/check-schemas.ts';
import { kindOfVersion, servedKinds } from '../custom-resources/definition.ts';
import { validateDefinition } from '../custom-resources/definitions/validation.ts';
import { checkPolicy } from '../validating-admission-policies/check.ts';
import { compileCondition } from '../validating-admission-policies/compiled.ts';
import { enforce } from '../validating-admission-policies/enforce.ts';
import { evaluateConditions } from '../webhooks/evaluate-conditions.ts';

export const expressions = {
  kindOfVersion,
  servedKinds,
  validateDefinition,
  checkSchemas,
  checkPolicy,
  enforce,
  compileCondition,
  evaluateConditions,
};
