/** Rules of the schemas of CustomResourceDefinitions: what is structural, which parts of OpenAPI there are, lists and maps, expressions. */
import type { JsonObject } from '../../src/engine/meta/index.ts';
import { forbidden, goList, invalid, invalidGo, required, unsupported } from './messages.ts';
import { because, creates, differs, unreachable, updates, upstream } from './rule.ts';
import { crdVersion } from './valid-objects.ts';

const folder = 'staging/src/k8s.io/apiextensions-apiserver/pkg';
const of = upstream('CustomResourceDefinition', `${folder}/apis/apiextensions/validation/validation.go`);
const ofStructural = upstream('CustomResourceDefinition', `${folder}/apiserver/schema/validation.go`);
const ofComplete = upstream('CustomResourceDefinition', `${folder}/apiserver/schema/complete.go`);
const ofConvert = upstream('CustomResourceDefinition', `${folder}/apiserver/schema/convert.go`);
const ofDefaults = upstream('CustomResourceDefinition', `${folder}/apiserver/schema/defaulting/validation.go`);
const here = 'extensions/custom-resources/definitions/schema-validation.ts';
const openApiHere = 'extensions/custom-resources/definitions/open-api-validation.ts';
const rulesHere = 'extensions/custom-resources/admission.ts';

const root = (fields: JsonObject, more: JsonObject = {}): JsonObject => ({
  spec: { versions: [{ ...crdVersion, schema: { openAPIV3Schema: { type: 'object', ...fields } }, ...more }] },
});
const prop = (fields: JsonObject): JsonObject => root({ properties: { a: fields } });
const s = 'spec.validation.openAPIV3Schema';
const a = `${s}.properties[a]`;
const text: JsonObject = { type: 'string' };
const nested = (fields: JsonObject): JsonObject => prop({ type: 'object', properties: { b: text }, anyOf: [fields] });
const n = `${a}.anyOf[0]`;
const structural = (part: string, how: string): string => forbidden(`${n}.${part}`, `must be ${how} to be structural`);
const embedded: JsonObject = { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
const implicit = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
const list = (type: string, items: JsonObject, more: JsonObject = {}): JsonObject => prop({ type: 'array', 'x-kubernetes-list-type': type, items, ...more });
const map = (items: JsonObject, keys: readonly string[] = ['k']): JsonObject =>
  list('map', { type: 'object', properties: { k: text }, required: ['k'], ...items }, { 'x-kubernetes-list-map-keys': keys });
const keysAt = `${a}.x-kubernetes-list-map-keys`;
const rule = (fields: JsonObject, schema: JsonObject = { type: 'object', properties: { b: text } }): JsonObject =>
  prop({ ...schema, 'x-kubernetes-validations': [{ rule: 'true', ...fields }] });
const r = `${a}.x-kubernetes-validations[0]`;
const goRule = (text: string, message = ''): string =>
  `apiextensions.ValidationRule{Rule:${JSON.stringify(text)}, Message:"", MessageExpression:${JSON.stringify(message)}, Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}`;
const undeclared = "ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x\n | ^";
const internal = 'it is an error of the server, which none has seen';
const rootFields =
  'only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled';
const withStatus = { subresources: { status: {} } };

const structuralFunctions = [
  ofStructural('validateStructuralInvariants', here, [
    creates('a list says of what', prop({ type: 'array' }), required(`${a}.items`, 'must be specified')),
    creates('the whole has names of its own', root({ additionalProperties: text }), forbidden(`${s}.additionalProperties`, 'must not be used at the root')),
    creates(
      'an object within says that it is one',
      prop({ ...embedded, type: null }),
      required(`${a}.type`, 'must be object if x-kubernetes-embedded-resource is true'),
    ),
    creates('and is one', prop({ ...embedded, type: 'string' }), invalid(`${a}.type`, 'string', 'must be object if x-kubernetes-embedded-resource is true')),
    creates('the whole has a type', root({ type: null }), required(`${s}.type`, 'must not be empty at the root')),
    creates('an item has a type', prop({ type: 'array', items: {} }), required(`${a}.items.type`, 'must not be empty for specified array items')),
    creates('a field has a type', prop({}), required(`${a}.type`, 'must not be empty for specified object fields')),
    creates(
      'an object within has names of its own',
      prop({ ...embedded, additionalProperties: text }),
      forbidden(`${a}.additionalProperties`, 'must not be used if x-kubernetes-embedded-resource is set'),
    ),
    creates('the whole is an object', root({ type: 'string' }), invalid(`${s}.type`, 'string', 'must be object at the root')),
    creates('a kind is a text', root({ properties: { kind: { type: 'integer' } } }), invalid(`${s}.properties[kind].type`, 'integer', 'must be string')),
    creates('a version is a text', root({ properties: { apiVersion: { type: 'integer' } } }), invalid(`${s}.properties[apiVersion].type`, 'integer', 'must be string')),
    creates(
      'an object within says what it has',
      prop({ type: 'object', 'x-kubernetes-embedded-resource': true }),
      required(`${a}.properties`, 'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'),
    ),
  ]),
  ofStructural('validateStructuralMetadataInvariants', here, [
    creates('metadata is an object', root({ properties: { metadata: text } }), invalid(`${s}.properties[metadata].type`, 'string', 'must be object')),
    creates(
      'of it there is the name to say something of',
      root({ properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } }),
      forbidden(`${s}.properties[metadata]`, implicit),
    ),
  ]),
  ofStructural('validateExtensions', here, [
    creates(
      'a number or a text has no fields to keep',
      prop({ 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true }),
      invalid(`${a}.x-kubernetes-preserve-unknown-fields`, true, 'must be false if x-kubernetes-int-or-string is true'),
    ),
    creates(
      'and is no object',
      prop({ 'x-kubernetes-int-or-string': true, 'x-kubernetes-embedded-resource': true, type: 'object', properties: { b: text } }),
      invalid(`${a}.x-kubernetes-embedded-resource`, true, 'must be false if x-kubernetes-int-or-string is true'),
    ),
  ]),
  ofStructural('validateValueValidation', here, [
    differs(
      'what is wrong is said in words of ours',
      creates('a pattern is one', prop({ type: 'string', pattern: '(' }), invalid(`${a}.pattern`, '(', "must be a valid regular expression, but isn't: error parsing regexp: missing closing ): `(`")),
    ),
  ]),
  ofStructural('validateNestedValueValidation', here, [
    creates('an alternative has no type', nested({ type: 'object' }), structural('type', 'empty')),
    creates('no further names', nested({ additionalProperties: text }), structural('additionalProperties', 'undefined')),
    creates('no default', nested({ default: {} }), structural('default', 'undefined')),
    creates('no title', nested({ title: 't' }), structural('title', 'empty')),
    creates('no description', nested({ description: 'd' }), structural('description', 'empty')),
    creates('it isn’t about null', nested({ nullable: true }), structural('nullable', 'false')),
    creates('it keeps no fields', nested({ 'x-kubernetes-preserve-unknown-fields': true }), structural('x-kubernetes-preserve-unknown-fields', 'false')),
    creates('it is no object within', nested({ 'x-kubernetes-embedded-resource': true }), structural('x-kubernetes-embedded-resource', 'false')),
    creates('no number or text', nested({ 'x-kubernetes-int-or-string': true }), structural('x-kubernetes-int-or-string', 'false')),
    creates(
      'it has no keys',
      nested({ 'x-kubernetes-list-map-keys': ['k'] }),
      structural('x-kubernetes-list-map-keys', 'empty'),
      required(`${n}.x-kubernetes-list-type`, 'must be map if x-kubernetes-list-map-keys is non-empty'),
    ),
    creates(
      'no type of a list',
      nested({ 'x-kubernetes-list-type': 'set' }),
      structural('x-kubernetes-list-type', 'undefined'),
      required(`${n}.type`, 'must be array if x-kubernetes-list-type is specified'),
    ),
    creates(
      'no type of a map',
      nested({ 'x-kubernetes-map-type': 'atomic' }),
      structural('x-kubernetes-map-type', 'undefined'),
      required(`${n}.type`, 'must be object if x-kubernetes-map-type is specified'),
    ),
    creates('no rules', nested({ 'x-kubernetes-validations': [{ rule: 'true' }] }), structural('x-kubernetes-validations', 'empty')),
    creates(
      'nothing about metadata',
      root({ properties: { metadata: { type: 'object' } }, anyOf: [{ properties: { metadata: {} } }] }),
      forbidden(`${s}.anyOf[0].properties[metadata]`, 'must not be specified in a nested context'),
    ),
  ]),
  ofComplete('validateValueValidationCompleteness', here, [
    unreachable('what has no schema has been named one level above', creates('an alternative is of something', {})),
  ]),
  ofComplete('validateNestedValueValidationCompleteness', here, [
    creates('a field of an alternative is a field', root({ anyOf: [{ properties: { c: {} } }] }), required(`${s}.properties[c]`, `because it is defined in ${s}.anyOf[0].properties[c]`)),
    creates('below the root none looks', nested({ properties: { c: {} } })),
    creates('items of an alternative are items', root({ anyOf: [{ items: {} }] }), required(`${s}.items`, `because it is defined in ${s}.anyOf[0].items`)),
  ]),
  ofConvert('NewStructural', here, [
    creates('a schema has no schema', prop({ ...text, $schema: 'x' }), invalid(s, '', "OpenAPIV3Schema 'schema' is not supported")),
    unreachable('it was refused before', creates('items aren’t listed', {})),
  ]),
  ofDefaults('validate', rulesHere, [
    creates(
      'a default has no unknown fields',
      prop({ type: 'object', properties: { b: text }, default: { c: 1 } }),
      invalidGo(`${a}.default`, 'map[string]interface {}{"c":1}', 'must not have unknown fields'),
    ),
    creates('a default is valid', prop({ ...text, default: 1 }), invalid(`${a}.default`, 'integer', `${a}.default in body must be of type string: "integer" (FieldValueTypeInvalid)`)),
  ]),
];

const supported = (field: string, why = `${field} is not supported`): string => forbidden(`${a}.${field}`, why);

const openApiFunctions = [
  of('validateCustomResourceDefinitionValidation', here, [
    creates(
      'with a status the whole is an object',
      root({ type: 'string' }, withStatus),
      invalid(`${s}.type`, 'string', 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'),
      invalid(`${s}.type`, 'string', 'must be object at the root'),
    ),
    differs(because.pointers, creates('with a status the whole has few fields', root({ title: 't', enum: [{}] }, withStatus), invalid(s, { type: 'object', title: 't', enum: [{}] }, rootFields))),
    creates('the whole is there', root({ nullable: true }), forbidden(`${s}.nullable`, 'nullable cannot be true at the root')),
    unreachable('defaults can always be looked at', creates('defaults can be looked at', {})),
    unreachable('each rule has a limit of a tenth of it', creates('all rules together are cheap', {})),
    unreachable('it stands with the one before', creates('each that is expensive is named', {})),
    unreachable('what was checked can be built', creates('what checks by it can be made', {})),
  ]),
  of('validate', openApiHere, [
    creates('a type is known', prop({ type: 'x' }), unsupported(`${a}.type`, 'x', 'array', 'boolean', 'integer', 'number', 'object', 'string')),
    creates('metadata has no default', root({ properties: { metadata: { type: 'object', default: {} } } }), forbidden(`${s}.properties[metadata].default`, 'must not be set in top-level metadata')),
    creates('there is no identity', prop({ ...text, id: 'i' }), supported('id')),
    creates('there are no further items', prop({ ...text, additionalItems: true }), supported('additionalItems')),
    creates('names have no patterns', prop({ ...text, patternProperties: { b: text } }), supported('patternProperties')),
    creates('nothing is defined elsewhere', prop({ ...text, definitions: { b: text } }), supported('definitions')),
    creates('nothing depends', prop({ ...text, dependencies: { b: ['c'] } }), supported('dependencies')),
    creates('nothing is referred to', prop({ ...text, $ref: '#/a' }), supported('$ref')),
    creates(
      'nothing is null alone',
      prop({ type: 'null' }),
      unsupported(`${a}.type`, 'null', 'array', 'boolean', 'integer', 'number', 'object', 'string'),
      supported('type', 'type cannot be set to null, use nullable as an alternative'),
    ),
    creates('items aren’t listed', prop({ type: 'array', items: [text] }), supported('items', 'items must be a schema object and not an array')),
    creates(
      'metadata has no object within',
      prop({ type: 'object', 'x-kubernetes-embedded-resource': true, properties: { metadata: embedded } }),
      forbidden(`${a}.properties[metadata].x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'),
    ),
  ]),
  of('ValidateCustomResourceDefinitionOpenAPISchema', openApiHere, [
    creates('items needn’t differ', prop({ ...text, uniqueItems: true }), supported('uniqueItems', 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic')),
    creates(
      'an object has fields or keys',
      prop({ type: 'object', properties: { b: text }, additionalProperties: text }),
      supported('additionalProperties', 'additionalProperties and properties are mutual exclusive'),
    ),
    creates(
      'unknown fields are kept, or nothing is said',
      prop({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
      invalid(`${a}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'),
    ),
    unreachable('a schema without a type isn’t structural', creates('a map has a type', prop({ 'x-kubernetes-map-type': 'atomic' }), required(`${a}.type`, 'must not be empty for specified object fields'), required(`${a}.type`, 'must be object if x-kubernetes-map-type is specified'))),
    creates('it is an object', prop({ ...text, 'x-kubernetes-map-type': 'atomic' }), invalid(`${a}.type`, 'string', 'must be object if x-kubernetes-map-type is specified')),
    creates('a type of a map is known', prop({ type: 'object', 'x-kubernetes-map-type': 'x' }), unsupported(`${a}.x-kubernetes-map-type`, 'x', 'atomic', 'granular')),
    creates('a list has a type', nested({ 'x-kubernetes-list-type': 'atomic' }), structural('x-kubernetes-list-type', 'undefined'), required(`${n}.type`, 'must be array if x-kubernetes-list-type is specified')),
    creates('it is one', prop({ ...text, 'x-kubernetes-list-type': 'atomic' }), invalid(`${a}.type`, 'string', 'must be array if x-kubernetes-list-type is specified')),
    creates(
      'a list in a set is whole',
      list('set', { type: 'array', 'x-kubernetes-list-type': 'set', items: text }),
      invalid(`${a}.items.x-kubernetes-list-type`, 'set', 'must be atomic as item of a list with x-kubernetes-list-type=set'),
    ),
    creates('an object in a set is whole', list('set', { type: 'object' }), invalid(`${a}.items.x-kubernetes-map-type`, 'null', 'must be atomic as item of a list with x-kubernetes-list-type=set')),
    creates('a type of a list is known', list('x', text), unsupported(`${a}.x-kubernetes-list-type`, 'x', 'atomic', 'set', 'map')),
    creates('keys are of a map', prop({ type: 'array', items: text, 'x-kubernetes-list-map-keys': ['k'] }), required(`${a}.x-kubernetes-list-type`, 'must be map if x-kubernetes-list-map-keys is non-empty')),
    creates('of no other list', list('set', text, { 'x-kubernetes-list-map-keys': ['k'] }), invalid(`${a}.x-kubernetes-list-type`, 'set', 'must be map if x-kubernetes-list-map-keys is non-empty')),
    creates('a map has keys', map({}, []), required(keysAt, 'must not be empty if x-kubernetes-list-type is map')),
    creates(
      'and items',
      prop({ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }),
      required(`${a}.items`, 'must be specified'),
      required(`${a}.items`, 'must have a schema if x-kubernetes-list-type is map'),
    ),
    differs(
      because.pointers,
      creates(
        'of one kind',
        prop({ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items: [text] }),
        forbidden(`${a}.items`, 'items must be a schema object and not an array'),
        invalid(`${a}.items`, [text], 'must only have a single schema if x-kubernetes-list-type is map'),
      ),
    ),
    creates('that are objects', list('map', text, { 'x-kubernetes-list-map-keys': ['k'] }), invalid(`${a}.items.type`, 'string', "must be object if parent array's x-kubernetes-list-type is map")),
    creates(
      'a key is plain',
      map({ properties: { k: { type: 'object' } } }),
      invalid(`${a}.items.properties[k].type`, 'object', "must be a scalar type if parent array's x-kubernetes-list-type is map"),
    ),
    creates('it is a field', map({}, ['k', 'l']), invalidGo(keysAt, goList(['k', 'l']), 'entries must all be names of item properties')),
    creates('each once', map({}, ['k', 'k']), invalidGo(keysAt, goList(['k', 'k']), 'must not contain duplicate entries')),
    creates('a rule says something', rule({ rule: ' ' }), required(`${r}.rule`, 'rule is not specified')),
    creates('a message says something', rule({ message: ' ' }), invalid(`${r}.message`, ' ', 'message must be non-empty if specified')),
    creates('it is one line', rule({ message: 'a\nb' }), invalid(`${r}.message`, 'a\nb', 'message must not contain line breaks')),
    creates('a rule of several lines has a message', rule({ rule: 'true\n&& true' }), required(`${r}.message`, 'message must be specified if rule contains line breaks')),
    creates('an expression of a message says something', rule({ messageExpression: ' ' }), required(`${r}.messageExpression`, 'messageExpression must be non-empty if specified')),
    creates('a reason is known', rule({ reason: 'x' }), unsupported(`${r}.reason`, 'x', 'FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired')),
    creates('a path says something', rule({ fieldPath: ' ' }), invalid(`${r}.fieldPath`, ' ', 'fieldPath must be non-empty if specified'), invalid(`${r}.fieldPath`, ' ', 'fieldPath must be a valid path')),
    creates('it is one line, too', rule({ fieldPath: '.b\n' }), invalid(`${r}.fieldPath`, '.b\n', 'fieldPath must not contain line breaks'), invalid(`${r}.fieldPath`, '.b\n', 'fieldPath must be a valid path')),
    creates('it leads to a field', rule({ fieldPath: '.c' }), invalid(`${r}.fieldPath`, '.c', 'fieldPath must be a valid path')),
    unreachable(internal, creates('types can be made', {})),
    unreachable(internal, creates('types are there', {})),
    unreachable(internal, creates('rules can be compiled at all', {})),
    creates(
      'a rule is cheap',
      prop({ type: 'array', items: text, 'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, self.all(z, x == y || y == z)))' }] }),
      forbidden(
        `${r}.rule`,
        'estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ),
      forbidden(`${r}.rule`, 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'),
      forbidden(
        s,
        'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ),
    ),
    unreachable('compiling never asks for a value', creates('an error that something is missing', {})),
    creates('a rule can be compiled', rule({ rule: 'x' }), invalidGo(`${r}.rule`, goRule('x'), `compilation failed: ${undeclared}`)),
    creates('it is true or false', rule({ rule: '1' }), invalidGo(`${r}.rule`, goRule('1'), 'cel expression must evaluate to a bool')),
    creates('a message can be compiled', rule({ messageExpression: 'x' }), invalidGo(`${r}.messageExpression`, goRule('true', 'x'), `messageExpression compilation failed: ${undeclared}`)),
    creates('it is a text', rule({ messageExpression: '1' }), invalidGo(`${r}.messageExpression`, goRule('true', '1'), 'messageExpression must evaluate to a string')),
    differs('what a message costs isn’t estimated here', creates('a message is cheap', rule({ messageExpression: "self.b.matches(self.b) ? 'm' : 'n'" }))),
    creates(
      'an old value is found again',
      prop({ type: 'array', maxItems: 2, items: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } }),
      invalid(`${a}.items.x-kubernetes-validations[0].rule`, 'self == oldSelf', `oldSelf cannot be used on the uncorrelatable portion of the schema within ${a}`),
    ),
    creates('an optional one is used', rule({ optionalOldSelf: true }), invalid(`${r}.optionalOldSelf`, true, 'may not be set if oldSelf is not used in rule')),
    updates('a schema’s place is named by what all versions share', {}, prop({}), required(`${a}.type`, 'must not be empty for specified object fields')),
  ]),
  of('validateMapListKeysMapSet', openApiHere, [
    creates('what is in a set is there', list('set', { ...text, nullable: true }), forbidden(`${a}.items.nullable`, 'cannot be nullable when x-kubernetes-list-type is set')),
    creates(
      'a key is there, or has a default',
      map({ required: [] }),
      required(`${a}.items.properties[k].default`, 'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property'),
    ),
    creates(
      'it isn’t null',
      map({ properties: { k: { ...text, nullable: true } } }),
      forbidden(`${a}.items.properties[k].nullable`, 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable'),
    ),
  ]),
];

export const schemaRules = [...structuralFunctions, ...openApiFunctions];
