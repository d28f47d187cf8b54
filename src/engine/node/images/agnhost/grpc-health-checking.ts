/** agnhost grpc-health-checking: says over gRPC that it serves, until it is to say otherwise. */
import type { HttpAnswer, Process } from '../../../sdk/index.ts';
import { flag, plain } from './flags.ts';

export function checkHealth(process: Process, args: readonly string[]): void {
  const number = (name: string, otherwise: number): number => Number(flag(args, name) ?? otherwise);
  const [port, httpPort, delaySeconds] = [number('port', 5000), number('http-port', 8080), number('delay-unhealthy-sec', -1)];
  const service = flag(args, 'service') ?? '';
  const startedMs = process.now();
  let forced: 'SERVING' | 'NOT_SERVING' | undefined;
  const isLate = (): boolean => delaySeconds >= 0 && process.now() - startedMs >= delaySeconds * 1000;
  const grpc = (status: string, body: string): HttpAnswer => ({ code: 200, headers: { 'content-type': 'application/grpc', 'grpc-status': status }, body });
  process.log(`Http server starting to listen on :${httpPort}`);
  process.listen(httpPort, ({ path }, answer) => {
    const [, made] = /^\/make-(serving|not-serving)$/.exec(path) ?? [];
    if (made === undefined) return answer({ ...plain('404 page not found\n'), code: 404 });
    forced = made === 'serving' ? 'SERVING' : 'NOT_SERVING';
    process.log(`Mark as ${made === 'serving' ? 'healthy' : 'unhealthy'}`);
    answer(plain(`${(process.now() - startedMs) / 1000}s`));
  });
  process.log(`gRPC server starting to listen on :${port}`);
  process.listen(port, ({ body }, answer) => {
    process.log('Serving the Check request for health check');
    answer(body === service ? grpc('0', isLate() ? 'NOT_SERVING' : (forced ?? 'SERVING')) : grpc('5', 'unknown service'));
  });
}
