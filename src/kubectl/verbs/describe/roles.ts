/** Pages of roles and of what gives them away. */
import { objects, strings, text } from '../../json.ts';
import { compactRules, RULE_HEADER, ruleCells, ruleOf } from '../auth/policy-rules.ts';
import type { Subject } from './subject.ts';

function head({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
}

/** Of both scopes. */
export function describeRole(subject: Subject): void {
  const { page, object } = subject;
  head(subject);
  page.line(0, 'PolicyRule:');
  page.line(1, RULE_HEADER.join('\t'));
  page.line(1, RULE_HEADER.map((title) => '-'.repeat(title.length)).join('\t'));
  for (const rule of compactRules(objects(object, 'rules').map(ruleOf))) page.line(1, ruleCells(rule).join('\t'));
}

/** Of both scopes. */
export function describeRoleBinding(subject: Subject): void {
  const { page, object } = subject;
  head(subject);
  page.line(0, 'Role:');
  page.line(1, `Kind:\t${text(object, 'roleRef', 'kind')}`);
  page.line(1, `Name:\t${text(object, 'roleRef', 'name')}`);
  page.line(0, 'Subjects:');
  page.line(1, 'Kind\tName\tNamespace');
  page.line(1, '----\t----\t---------');
  for (const each of objects(object, 'subjects')) {
    page.line(1, [text(each, 'kind'), text(each, 'name'), text(each, 'namespace')].join('\t'));
  }
}
