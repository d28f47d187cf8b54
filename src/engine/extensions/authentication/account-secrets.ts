/**
 * Secrets of type kubernetes.io/service-account-token get the token of the account they name, when they are made. (Upstream a controller
 * fills them a moment later: pkg/controller/serviceaccount/tokens_controller.go.)
 */
import { Secret, ServiceAccount } from '../../api/index.ts';
import type { PluginFactory } from '../../apiserver/admission/admission.ts';
import { isOf } from '../../apiserver/resource.ts';
import { toBase64, utf8 } from '../../etcd/index.ts';
import { encodedToken, tokensOf } from './tokens.ts';

const type = 'kubernetes.io/service-account-token';
const nameAnnotation = 'kubernetes.io/service-account.name';
const uidAnnotation = 'kubernetes.io/service-account.uid';

/** Fills a secret that names an account which is there and has no token yet. */
export const accountSecrets: PluginFactory = ({ resources }) => {
  return {
    name: 'ServiceAccountTokens',
    mutate(object, { operation, namespace }) {
      if (operation === 'DELETE' || !isOf(Secret, object) || object.type !== type) return object;
      const { annotations = {}, name: secretName } = object.metadata;
      const name = annotations[nameAnnotation];
      if (name === undefined || object.data?.['token'] !== undefined) return object;
      const account = resources.find('', 'v1', 'serviceaccounts')?.cache.get(`${namespace}/${name}`);
      const issuing = tokensOf(resources);
      if (account === undefined || !isOf(ServiceAccount, account) || issuing === undefined) return object;
      const { uid } = account.metadata;
      const wanted = annotations[uidAnnotation];
      if (wanted !== undefined && wanted !== uid) return object;
      const token = issuing.issueForSecret(account, secretName);
      return {
        ...object,
        metadata: { ...object.metadata, annotations: { ...annotations, [uidAnnotation]: uid } },
        data: { ...object.data, namespace: toBase64(utf8(namespace)), token: encodedToken(token) },
      };
    },
  };
};
