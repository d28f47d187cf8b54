/** What the editors of `ts` cells ask: one checker for all of them, in which each cell is a file of its own that sees what a cell sees. */
import type { TypeService } from './protocol.ts';
import { openTypeService } from './type-service.ts';

/** Makes the names that cells have without an import known to the checker. */
export const cellFiles: Readonly<Record<string, string>> = {
  'cells.ts': '/// <reference path="/converge/cell.d.ts" />\nexport {};\n',
};

let opened: Promise<TypeService> | undefined;
let last = 0;

/** For one editor. Its worker is started with the first, and rejects where it can't be. */
export function openCellTypes(open: () => TypeService = openTypeService): TypeService {
  last += 1;
  const path = `cell-${last}.ts`;
  opened ??= (async () => {
    const service = open();
    await service.initialize(cellFiles);
    return service;
  })();
  const service = opened;
  return {
    initialize: () => service.then(() => undefined),
    updateFile: async ({ code }) => (await service).updateFile({ path, code }),
    getLints: async () => (await service).getLints({ path }),
    getAutocompletion: async (ask) => (await service).getAutocompletion({ ...ask, path }),
    getHover: async (ask) => (await service).getHover({ ...ask, path }),
  };
}
