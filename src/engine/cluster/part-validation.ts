/** Objects that a part of the engine validates. */
import { ConfigMap } from '../api/index.ts';
import type { ApiServerOptions } from '../apiserver/index.ts';
import { isOfKind } from '../sdk/kind-guard.ts';
import type { EngineParts } from '../sdk/parts.ts';

/** By the parts that are in use at that moment. */
export const validateByParts =
  (inUse: () => Pick<EngineParts, 'validateConfigMap'>): NonNullable<ApiServerOptions['validateAlso']> =>
  (kind, object, old) => {
    // The definition says what it is: an object may lack its kind.
    if (kind.kind !== ConfigMap.kind || kind.group !== '' || !isConfigMap(object)) return [];
    return inUse().validateConfigMap(object, old !== undefined && isConfigMap(old) ? old : undefined);
  };

const isConfigMap = (object: Parameters<typeof isOfKind>[1]): object is ConfigMap => isOfKind(ConfigMap, object);
