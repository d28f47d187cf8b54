/** Description of HorizontalPodAutoscaler. */
import type { JsonObject } from '../../../engine/index.ts';
import { at, isObject, number, objects, record, scalar, strings, text } from '../../json.ts';
import { longTime, type PrefixWriter } from './prefix-writer.ts';
import type { Subject } from './subject.ts';

export function describeAutoscaler({ page, object }: Subject): void {
  page.line(0, `Name:\t${text(object, 'metadata', 'name')}`);
  page.line(0, `Namespace:\t${text(object, 'metadata', 'namespace')}`);
  page.labels('Labels', strings(object, 'metadata', 'labels'));
  page.annotations('Annotations', object);
  page.line(0, `CreationTimestamp:\t${longTime(text(object, 'metadata', 'creationTimestamp'))}`);
  const kind = text(object, 'spec', 'scaleTargetRef', 'kind');
  page.line(0, `Reference:\t${kind}/${text(object, 'spec', 'scaleTargetRef', 'name')}`);
  page.line(0, 'Metrics:\t( current / target )');
  const measured = objects(object, 'status', 'currentMetrics');
  for (const [index, metric] of objects(object, 'spec', 'metrics').entries()) {
    page.line(1, metricLine(metric, measured[index] ?? {}));
  }
  page.line(0, `Min replicas:\t${scalar(at(object, 'spec', 'minReplicas')) || '<unset>'}`);
  page.line(0, `Max replicas:\t${number(object, 'spec', 'maxReplicas') ?? 0}`);
  if (at(object, 'spec', 'behavior') !== undefined) {
    page.line(0, 'Behavior:');
    direction(page, 'Scale Up', ruleOf(object, 'scaleUp'));
    direction(page, 'Scale Down', ruleOf(object, 'scaleDown'));
  }
  const [now, wanted] = [number(object, 'status', 'currentReplicas'), number(object, 'status', 'desiredReplicas')];
  page.line(0, `${kind} pods:\t${now ?? 0} current / ${wanted ?? 0} desired`);
  const conditions = objects(object, 'status', 'conditions');
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tReason\tMessage');
  page.line(1, '----\t------\t------\t-------');
  for (const each of conditions) {
    page.line(1, ['type', 'status', 'reason', 'message'].map((field) => text(each, field)).join('\t'));
  }
}

function ruleOf(object: JsonObject, way: string): JsonObject | undefined {
  const rules = at(object, 'spec', 'behavior', way);
  return isObject(rules) ? rules : undefined;
}

const UNKNOWN = '<unknown>';

function metricLine(metric: JsonObject, status: JsonObject): string {
  const type = text(metric, 'type');
  const source = type.charAt(0).toLowerCase() + type.slice(1);
  const target = record(metric, source, 'target');
  const now = record(status, source, 'current');
  const name = text(metric, source, 'metric', 'name');
  const amounts = (field: 'value' | 'averageValue'): string => {
    return `${scalar(now[field]) || UNKNOWN} / ${scalar(target[field])}`;
  };
  switch (type) {
    case 'External':
      return target['averageValue'] === undefined
        ? `"${name}" (target value):\t${amounts('value')}`
        : `"${name}" (target average value):\t${amounts('averageValue')}`;
    case 'Pods':
      return `"${name}" on pods:\t${amounts('averageValue')}`;
    case 'Object': {
      const of = record(metric, source, 'describedObject');
      const start = `"${name}" on ${text(of, 'kind')}/${text(of, 'name')} `;
      return text(target, 'type') === 'AverageValue'
        ? `${start}(target average value):\t${amounts('averageValue')}`
        : `${start}(target value):\t${amounts('value')}`;
    }
    case 'Resource':
    case 'ContainerResource': {
      const container = type === 'Resource' ? '' : ` of container "${text(metric, source, 'container')}"`;
      const start = `resource ${text(metric, source, 'name')}${container} on pods`;
      if (target['averageValue'] !== undefined) return `${start}:\t${amounts('averageValue')}`;
      const used = number(now, 'averageUtilization');
      const current = used === undefined ? UNKNOWN : `${used}% (${scalar(now['averageValue'])})`;
      const wanted = number(target, 'averageUtilization');
      const aim = wanted === undefined ? '<auto>' : `${wanted}%`;
      return `${start}  (as a percentage of request):\t${current} / ${aim}`;
    }
    default:
      return `<unknown metric type "${type}">`;
  }
}

function direction(page: PrefixWriter, title: string, rules: JsonObject | undefined): void {
  if (rules === undefined) return;
  page.line(1, `${title}:`);
  const window = number(rules, 'stabilizationWindowSeconds');
  if (window !== undefined) page.line(2, `Stabilization Window: ${window} seconds`);
  const policies = objects(rules, 'policies');
  if (policies.length === 0) return;
  page.line(2, `Select Policy: ${text(rules, 'selectPolicy') || 'Max'}`);
  page.line(2, 'Policies:');
  for (const each of policies) {
    const [value, seconds] = [number(each, 'value') ?? 0, number(each, 'periodSeconds') ?? 0];
    page.line(3, `- Type: ${text(each, 'type')}\tValue: ${value}\tPeriod: ${seconds} seconds`);
  }
}
