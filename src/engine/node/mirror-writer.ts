/** Writes a static pod's status to its mirror in the API server: as often as that is made anew, and not while there is none. */
import type { Pod, PodStatus } from '../sdk/index.ts';
import type { NodeContext } from './node-context.ts';
import { createStatusWriter, type StatusWriter } from './status-writer.ts';

export interface MirrorWriter extends StatusWriter {
  /** The mirror as the API server has it; undefined when there is none. */
  mirrored(mirror: Pod | undefined): void;
}

/** Creates it for a pod that has no mirror yet. */
export function createMirrorWriter(node: NodeContext): MirrorWriter {
  const writer: { mirror: Pod | undefined; status: PodStatus | undefined; inner: StatusWriter | undefined } = {
    mirror: undefined,
    status: undefined,
    inner: undefined,
  };
  const send = (): void => {
    const { mirror, status, inner } = writer;
    if (mirror !== undefined && status !== undefined) inner?.write(mirror, status);
  };
  return {
    mirrored(mirror) {
      if (mirror !== undefined && mirror.metadata.uid === writer.mirror?.metadata.uid) {
        writer.mirror = mirror;
        writer.inner?.seen(mirror);
        return;
      }
      writer.inner?.stop();
      writer.mirror = mirror;
      writer.inner = mirror && createStatusWriter(node, mirror);
      send();
    },
    write(_pod, status) {
      writer.status = status;
      send();
    },
    seen() {},
    whenWritten: (run) => run(),
    stop: () => writer.inner?.stop(),
  };
}
