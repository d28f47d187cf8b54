/// <reference lib="webworker" />
/** The worker in which the editor's type checker runs. TypeScript is loaded here and nowhere else in the page. */
import { createWorker } from '@valtown/codemirror-ts/worker';
import types from '../../../.generated/sdk-types.json';
import { completionsAt } from './completions.ts';
import { hoverAt } from './hover.ts';
import { promiseLints } from './promise-lints.ts';
import type { FromTypes, Lint, ToTypes } from './protocol.ts';
import { createTypeChecker, inChecker, namingArguments } from './type-checker.ts';

let files: Readonly<Record<string, string>> = {};
let checker: ReturnType<typeof createTypeChecker> | undefined;
const service = createWorker(() => {
  checker = createTypeChecker(types, files);
  return checker;
});

async function answer(message: ToTypes): Promise<unknown> {
  switch (message.method) {
    case 'initialize':
      files = message.ask;
      return service.initialize();
    case 'updateFile':
      return service.updateFile({ path: inChecker(message.ask.path), code: message.ask.code });
    case 'getLints': {
      const { path } = message.ask;
      const lints = service
        .getLints({ path: inChecker(path), diagnosticCodesToIgnore: [] })
        .map(({ from, to, severity, message }): Lint => ({ from, to, severity, message }));
      return checker === undefined ? lints : [...namingArguments(checker, path, lints), ...promiseLints(checker, path)];
    }
    case 'getAutocompletion': {
      const { path, pos, explicit } = message.ask;
      return checker === undefined ? null : completionsAt(checker, path, pos, explicit);
    }
    case 'getHover':
      return checker === undefined ? null : (hoverAt(checker, message.ask.path, message.ask.pos) ?? null);
  }
}

addEventListener('message', async ({ data }: MessageEvent<ToTypes>) => {
  const reply = (message: FromTypes): void => postMessage(message);
  try {
    reply({ id: data.id, answer: await answer(data) });
  } catch (error) {
    reply({ id: data.id, refused: error instanceof Error ? error.message : String(error) });
  }
});
