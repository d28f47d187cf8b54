import { expect, test } from 'vitest';
import { podNamed, podsPath, startServer } from '../../apiserver/testing/harness.ts';
import { featuresOf } from '../registry.ts';

const fullFeatures = featuresOf('all');

/** A sample's line, by the format's grammar. */
const sample =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (NaN|[+-]Inf|-?[\d.]+(?:e[+-]?\d+)?)$/;

/** Reads the text format; throws at what isn't it. */
function parse(text: string): Map<string, number> {
  const types = new Map<string, string>();
  const values = new Map<string, number>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword === 'TYPE') {
      if (types.has(name) || !['counter', 'gauge', 'histogram'].includes(rest)) throw new Error(line);
      types.set(name, rest);
    }
    if (keyword !== undefined) continue;
    const [, metric = '', labels = '', value] = sample.exec(line) ?? [];
    const family = types.has(metric) ? metric : metric.replace(/_(?:bucket|sum|count)$/, '');
    if (metric === '' || !types.has(family) || values.has(`${metric}{${labels}}`)) throw new Error(line);
    values.set(`${metric}{${labels}}`, Number(value));
  }
  return values;
}

test('/metrics counts requests, their time, and what is stored, in the text format', async () => {
  const { get, post, ask } = startServer({ features: { ...fullFeatures, admission: [], startHooks: [] } });
  await post(podsPath, podNamed('one'));
  await post(podsPath, podNamed('one'));
  await get(`${podsPath}?limit=5`);
  await get('/api/v1/gadgets');
  await ask('DELETE', `${podsPath}/one?dryRun=All`);
  const answer = await get('/metrics');
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const values = parse(String(answer.body));
  const pods = 'component="apiserver",dry_run="",group="",resource="pods"';
  const rest = 'subresource="",verb';
  expect(values.get(`apiserver_request_total{code="201",${pods},scope="namespace",${rest}="POST",version="v1"}`)).toBe(
    1,
  );
  expect(values.get(`apiserver_request_total{code="409",${pods},scope="namespace",${rest}="POST",version="v1"}`)).toBe(
    1,
  );
  expect(values.get(`apiserver_request_total{code="200",${pods},scope="namespace",${rest}="LIST",version="v1"}`)).toBe(
    1,
  );
  const time = `apiserver_request_duration_seconds_`;
  expect(values.get(`${time}count{${pods},scope="namespace",${rest}="POST",version="v1"}`)).toBe(2);
  expect(values.get(`${time}bucket{${pods},scope="namespace",${rest}="POST",version="v1",le="+Inf"}`)).toBe(2);
  expect(values.get('apiserver_storage_objects{resource="pods"}')).toBe(1);
  expect(values.get('apiserver_current_inflight_requests{request_kind="mutating"}')).toBe(0);
  expect([...values.keys()].some((name) => name.includes('gadgets'))).toBe(false);
  expect([...values.keys()].some((name) => name.includes('dry_run="All"'))).toBe(true);
});

test('health: all checks, one of them, some left out', async () => {
  const { get } = startServer();
  expect((await get('/livez')).body).toBe('ok');
  expect((await get('/readyz/etcd')).body).toBe('ok');
  expect((await get('/livez/none')).code).toBe(404);
  const verbose = String((await get('/readyz?verbose&exclude=etcd')).body).split('\n');
  expect(verbose.slice(0, 3)).toEqual(['[+]ping ok', '[+]log ok', '[+]etcd excluded: ok']);
  expect(verbose.at(-2)).toBe('readyz check passed');
});

test('/ lists the paths', async () => {
  const { json } = await startServer().get('/');
  expect(json.paths).toEqual(expect.arrayContaining(['/api', '/api/v1', '/apis/apps/v1', '/livez/etcd', '/version']));
});
