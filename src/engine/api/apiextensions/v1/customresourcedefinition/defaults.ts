/** What upstream fills in (apiextensions/v1/defaults.go). */
import type { CustomResourceDefinition, CustomResourceDefinitionSpec } from '../../../generated/types.ts';

export function defaultDefinition(object: CustomResourceDefinition): CustomResourceDefinition {
  const { spec } = object;
  const { names } = spec;
  const { kind = '' } = names ?? {};
  const isWhole = names?.singular && names.listKind && spec.conversion !== undefined;
  if (isWhole && !needsService(spec)) return object;
  const filled = {
    ...names,
    ...(!names?.singular && kind !== '' && { singular: kind.toLowerCase() }),
    ...(!names?.listKind && kind !== '' && { listKind: `${kind}List` }),
  };
  return { ...object, spec: { ...spec, names: filled, conversion: conversionOf(spec) } };
}

const needsService = ({ conversion }: CustomResourceDefinitionSpec): boolean => {
  const service = conversion?.webhook?.clientConfig?.service;
  return service !== undefined && service.port === undefined;
};

function conversionOf(spec: CustomResourceDefinitionSpec): NonNullable<CustomResourceDefinitionSpec['conversion']> {
  const { conversion } = spec;
  const config = conversion?.webhook?.clientConfig;
  if (conversion === undefined) return { strategy: 'None' };
  if (!needsService(spec) || config?.service === undefined) return conversion;
  const clientConfig = { ...config, service: { ...config.service, port: 443 } };
  return {
    ...conversion,
    webhook: {
      ...conversion.webhook,
      clientConfig,
      conversionReviewVersions: conversion.webhook?.conversionReviewVersions ?? [],
    },
  };
}
