/// <reference lib="webworker" />
/** The worker in which the editor's type checker runs. TypeScript is loaded here and nowhere else in the page. */
import { createWorker } from '@valtown/codemirror-ts/worker';
import types from '../../../.generated/sdk-types.json';
import type { FromTypes, ToTypes } from './protocol.ts';
import { createTypeChecker } from './type-checker.ts';

let files: Readonly<Record<string, string>> = {};
const service = createWorker(() => createTypeChecker(types, files));

async function answer({ method, ask }: ToTypes): Promise<unknown> {
  switch (method) {
    case 'initialize':
      files = ask as Readonly<Record<string, string>>;
      return service.initialize();
    case 'updateFile':
      return service.updateFile(ask as Parameters<typeof service.updateFile>[0]);
    case 'getLints':
      return plainLints(service.getLints(ask as Parameters<typeof service.getLints>[0]));
    case 'getAutocompletion':
      return service.getAutocompletion(ask as Parameters<typeof service.getAutocompletion>[0]);
    case 'getHover':
      return plainHover(service.getHover(ask as Parameters<typeof service.getHover>[0]));
  }
}

/** Without functions, which can't be sent. */
function plainLints(lints: ReturnType<typeof service.getLints>) {
  return lints.map(({ from, to, severity, message, source }) => ({ from, to, severity, message, source }));
}

function plainHover(hover: ReturnType<typeof service.getHover>) {
  if (!hover) return null;
  const { start, end, quickInfo } = hover;
  return { start, end, quickInfo: quickInfo && { displayParts: quickInfo.displayParts, documentation: quickInfo.documentation } };
}

addEventListener('message', async ({ data }: MessageEvent<ToTypes>) => {
  const reply = (message: FromTypes): void => postMessage(message);
  try {
    reply({ id: data.id, answer: await answer(data) });
  } catch (error) {
    reply({ id: data.id, refused: error instanceof Error ? error.message : String(error) });
  }
});
