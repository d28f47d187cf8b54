/** The kinds of core/v1 beyond pods and nodes: made by generators and from files, shown, described, changed. */
import type { Row } from './command.ts';

const manifest = (text: string): string => text.trimStart();

/** What the rows name. */
export const files: Readonly<Record<string, string>> = {
  'user.txt': 'admin',
  'login.env': 'user=admin\n# not this\npassword=secret\n',
  'tls.crt': '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n',
  'tls.key': 'no key at all\n',
  'docker.json': '{"auths":{}}',
  'secrets.yaml': manifest(`
apiVersion: v1
kind: Secret
metadata: {name: typed, labels: {a: b}}
stringData: {user: admin, motd: "hello\\nworld\\n"}
data: {raw: AAEC}
---
apiVersion: v1
kind: Secret
metadata: {name: pair}
type: kubernetes.io/tls
data: {tls.crt: "", tls.key: ""}
---
apiVersion: v1
kind: Secret
metadata:
  name: robot-token
  annotations: {kubernetes.io/service-account.name: robot}
type: kubernetes.io/service-account-token
stringData: {token: abc}
`),
  'wrong-secret.yaml': manifest(`
apiVersion: v1
kind: Secret
metadata: {name: wrong}
type: kubernetes.io/basic-auth
stringData: {"a b": x}
`),
  'services.yaml': manifest(`
apiVersion: v1
kind: Service
metadata: {name: plain, labels: {tier: front}, annotations: {note: two words}}
spec:
  selector: {app: plain, tier: front}
  ports:
  - {name: http, port: 80, targetPort: web}
  - {name: dns, port: 53, protocol: UDP}
---
apiVersion: v1
kind: Service
metadata: {name: headless}
spec:
  clusterIP: None
  selector: {app: plain}
---
apiVersion: v1
kind: Service
metadata: {name: balanced}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  externalIPs: [192.0.2.7]
  loadBalancerIP: 192.0.2.9
  loadBalancerSourceRanges: [10.0.0.0/8, 192.168.0.0/16]
  sessionAffinity: ClientIP
  ports: [{port: 443, targetPort: 8443}]
---
apiVersion: v1
kind: Service
metadata: {name: fixed}
spec:
  clusterIP: 10.96.0.50
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: away}
spec: {type: ExternalName, externalName: example.com}
`),
  'wrong-service.yaml': manifest(`
apiVersion: v1
kind: Service
metadata: {name: 1wrong}
spec:
  type: NodePort
  sessionAffinity: Sometimes
  ports:
  - {port: 0, targetPort: Not_A_Name}
  - {port: 80, nodePort: 30000, protocol: ICMP}
`),
  'same-ip.yaml': manifest(`
apiVersion: v1
kind: Service
metadata: {name: second}
spec: {clusterIP: 10.96.0.50, ports: [{port: 80}]}
`),
  'endpoints.yaml': manifest(`
apiVersion: v1
kind: Endpoints
metadata: {name: plain}
subsets:
- addresses: [{ip: 10.1.0.1}, {ip: 10.1.0.2}]
  notReadyAddresses: [{ip: 10.1.0.3}]
  ports: [{name: http, port: 80}, {name: dns, port: 53, protocol: UDP}]
- addresses: [{ip: 10.1.0.9}]
`),
  'slice.yaml': manifest(`
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: plain-1, labels: {kubernetes.io/service-name: plain}}
addressType: IPv4
endpoints:
- {addresses: [10.1.0.1], conditions: {ready: true}}
- {addresses: [10.1.0.2], conditions: {ready: true}}
- {addresses: [10.1.0.3], conditions: {ready: false}}
ports:
- {name: http, port: 8080}
- {name: dns, port: 53, protocol: UDP}
`),
  'accounts.yaml': manifest(`
apiVersion: v1
kind: ServiceAccount
metadata: {name: worker, labels: {team: a}}
secrets: [{name: typed}, {name: gone}]
imagePullSecrets: [{name: pull}, {name: typed}]
`),
  'volumes.yaml': manifest(`
apiVersion: v1
kind: PersistentVolume
metadata: {name: on-host, labels: {disk: slow}}
spec:
  capacity: {storage: 10Gi}
  accessModes: [ReadWriteOnce, ReadOnlyMany]
  storageClassName: manual
  hostPath: {path: /data}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: shared}
spec:
  capacity: {storage: 1024Mi}
  accessModes: [ReadWriteMany]
  persistentVolumeReclaimPolicy: Delete
  nfs: {server: nfs.example.com, path: /export}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: of-driver}
spec:
  capacity: {storage: 5Gi}
  accessModes: [ReadWriteOncePod]
  volumeMode: Block
  claimRef: {namespace: default, name: elsewhere}
  csi: {driver: csi.example.com, volumeHandle: v-1, fsType: ext4, volumeAttributes: {b: "2", a: "1"}}
  nodeAffinity:
    required:
      nodeSelectorTerms:
      - matchExpressions:
        - {key: kubernetes.io/hostname, operator: In, values: [node-1, node-2]}
        - {key: disk, operator: Exists}
      - matchExpressions:
        - {key: zone, operator: NotIn, values: [c]}
`),
  'claims.yaml': manifest(`
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: wish}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: manual
  resources: {requests: {storage: 3Gi}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: copy, annotations: {note: x}}
spec:
  accessModes: [ReadWriteMany]
  storageClassName: none-such
  dataSource: {kind: PersistentVolumeClaim, name: wish}
  resources: {requests: {storage: 1Gi}}
---
apiVersion: v1
kind: Pod
metadata: {name: user-of-wish}
spec:
  nodeName: nowhere
  containers: [{name: a, image: nginx, volumeMounts: [{name: d, mountPath: /d}]}]
  volumes: [{name: d, persistentVolumeClaim: {claimName: wish}}]
`),
  'limits.yaml': manifest(`
apiVersion: v1
kind: LimitRange
metadata: {name: sizes, namespace: limited}
spec:
  limits:
  - {type: Container, max: {memory: 1Gi}}
  - {type: PersistentVolumeClaim, min: {storage: 1Gi}}
`),
  'quota.yaml': manifest(`
apiVersion: v1
kind: ResourceQuota
metadata: {name: small, namespace: limited}
spec:
  hard: {configmaps: "20", services: "2"}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: besteffort, namespace: limited}
spec:
  hard: {pods: "3"}
  scopes: [BestEffort]
`),
};

export const chapters: Readonly<Record<string, readonly Row[]>> = {
  secrets: [
    'create secret generic words --from-literal=a=1 --from-literal=b="two words"',
    'create secret generic words --from-literal=a=1',
    'create secret generic from-files --from-file=user.txt --from-file=name=user.txt',
    'create secret generic from-env --from-env-file=login.env --type=example.com/own',
    'create secret generic both --from-env-file=login.env --from-literal=a=1',
    'create secret generic twice --from-literal=a=1 --from-literal=a=2',
    'create secret generic badkey --from-literal=a/b=1',
    'create secret generic nofile --from-file=nowhere.txt',
    'create secret generic dry --from-literal=a=1 --dry-run=client -o yaml',
    'create secret generic dry --from-literal=a=1 --dry-run=client -o json -n other',
    'create secret generic dry --dry-run=server',
    'create secret generic',
    'create secret tls pem',
    'create secret tls pem --cert=nowhere --key=tls.key',
    'create secret docker-registry pull --docker-username=u --docker-password=p --docker-email=e@example.com',
    'create secret docker-registry other --docker-server=registry.example.com --docker-username=u --docker-password=p --dry-run=client -o yaml',
    'create secret docker-registry file --from-file=docker.json',
    'create secret docker-registry none',
    'apply -f secrets.yaml',
    'apply -f wrong-secret.yaml',
    'get secrets',
    'get secret typed -o yaml',
    'get secret pull -o jsonpath={.data}',
    'get secrets --field-selector type=kubernetes.io/tls',
    'get secrets --field-selector data=1',
    // Upstream shows the entries of a Secret in the order of a Go map.
    { run: 'describe secrets', unordered: true },
    { run: 'describe secret typed', unordered: true },
    'patch secret typed -p {"type":"other"}',
    'patch secret typed -p {"stringData":{"user":"root"}}',
    'get secret typed -o jsonpath={.data.user}',
    'delete secret from-env',
  ],
  services: [
    'get svc',
    'describe svc kubernetes',
    'create service clusterip made --tcp=80:8080 --tcp=443',
    'create service clusterip made --tcp=80',
    'create service clusterip bare --clusterip=None',
    'create service clusterip none',
    'create service clusterip bad --tcp=a:b',
    'create service clusterip bad --tcp=80:70000',
    'create service clusterip bad --tcp=80:a--b',
    'create svc clusterip dry --tcp=80:http --dry-run=client -o yaml',
    'create service nodeport outside --tcp=80 --node-port=30123',
    'create service nodeport again --tcp=80 --node-port=30123',
    'create service nodeport low --tcp=80 --node-port=80',
    'create service nodeport dry --tcp=5678:8080 --node-port=31000 --dry-run=client -o json',
    'create service loadbalancer lb --tcp=80',
    'create service externalname ext --external-name=example.com',
    'create service externalname ext2',
    'create service externalname ext2 --external-name=no_name',
    'apply -f services.yaml',
    'apply -f services.yaml',
    'apply -f wrong-service.yaml',
    'apply -f same-ip.yaml',
    'apply -f slice.yaml',
    'get svc',
    'get svc -o wide',
    'get services --field-selector spec.type=ExternalName -o name',
    'get services --field-selector spec.clusterIP=10.96.0.50',
    'get svc balanced -o yaml',
    'describe svc plain',
    'describe svc headless',
    'describe svc balanced',
    'describe svc away outside',
    'patch svc fixed -p {"spec":{"clusterIP":"10.96.0.51"}}',
    'patch svc fixed -p {"spec":{"type":"NodePort"}}',
    'patch svc fixed -p {"spec":{"ports":[{"port":81}]}} -o jsonpath={.spec.ports[*].port}',
    'patch svc fixed -p {"spec":{"type":"ExternalName","externalName":"a.example.com"}}',
    'get svc fixed',
    'apply -f same-ip.yaml',
    'apply -f endpoints.yaml',
    'get endpoints plain',
    'describe endpoints plain',
    'get ep kubernetes -o yaml',
    'delete svc made bare',
  ],
  exposing: [
    'create deployment web --image=nginx --port=80',
    'expose deployment web',
    'expose deployment web',
    'expose deployment web --name=web-2 --port=8080 --target-port=http --type=NodePort --labels=a=b,c=d',
    'get svc web web-2 -o wide',
    'get svc web -o yaml',
    'run single --image=nginx --port=80 --labels=app=single',
    'expose pod single --name=two --port=80,443 --protocol=UDP --dry-run=client -o yaml',
    'expose pod single --selector=x=y --cluster-ip=None --dry-run=client -o yaml',
    'expose svc web --name=web-3 --session-affinity=ClientIP --external-ip=192.0.2.1',
    'expose svc web --name=web-4 --session-affinity=Never',
    'expose cm none',
    'expose configmap kube-root-ca.crt',
    'expose deployment nobody --port=80',
    'create deployment portless --image=nginx',
    'expose deployment portless',
    'expose deployment portless --port=80 --dry-run=server',
    'expose deployment portless --port=http',
    'expose deployment portless --selector=a --port=80',
  ],
  accounts: [
    'create serviceaccount robot',
    'create sa robot',
    'create sa dry --dry-run=client -o yaml',
    'apply -f accounts.yaml',
    'get sa',
    'describe sa worker',
    'describe sa robot',
    'create token robot --duration=-1s',
    'create token robot --duration=100ms',
    'create token robot --bound-object-name=x',
    'create token robot --bound-object-kind=Deployment --bound-object-name=x',
    'create token robot --audience=',
    'create token nobody',
    'create token',
    'delete sa robot',
  ],
  volumes: [
    'apply -f volumes.yaml',
    'apply -f claims.yaml',
    'get pv',
    'get pv -o wide',
    'get pvc',
    'get pvc -o wide',
    'get pv on-host -o yaml',
    'get pvc wish -o yaml',
    'describe pv',
    'describe pvc',
    'describe pvc wish',
    'patch pv on-host -p {"spec":{"hostPath":{"path":"/x"}}}',
    'patch pv on-host -p {"spec":{"accessModes":["Sometimes"],"capacity":{"storage":"0"}}}',
    'patch pvc copy -p {"spec":{"resources":{"requests":{"storage":"0"}}}}',
    'delete pv shared',
  ],
  limits: [
    'create namespace limited',
    'apply -f limits.yaml',
    'get limits -n limited',
    'get limitranges -n limited -o yaml',
    { run: 'describe limits -n limited', unordered: true },
    'apply -f quota.yaml',
    'create quota made --hard=cpu=1,memory=1Gi,pods=2 -n limited',
    'create quota scoped --hard=pods=2 --scopes=BestEffort --dry-run=client -o yaml',
    'create quota bad --hard=pods',
    'create quota bad --hard=pods=x',
    'create quota bad --hard=gold=1',
    'create quota none --dry-run=client -o yaml',
    'get quota -n limited',
    'describe quota -n limited',
    'describe ns limited',
    'describe ns default',
    'patch quota small -n limited -p {"spec":{"scopes":["BestEffort"]}}',
  ],
  'parts of pods': [
    'run sized --image=nginx',
    'patch pod sized --subresource=resize -p {"spec":{"containers":[{"name":"sized","resources":{"requests":{"cpu":"100m"}}}]}}',
    'patch pod sized -p {"spec":{"containers":[{"name":"sized","image":"nginx:1.27"}]}}',
    'patch pod sized -p {"spec":{"ephemeralContainers":[{"name":"e","image":"busybox"}]}}',
    'get pod sized -o jsonpath={.spec.containers[*].image}',
    'describe pod sized',
    'describe node node-1',
    'taint node node-1 a=b:Never',
    'taint node node-1 a=b:NoSchedule',
    'patch node node-1 -p {"spec":{"taints":[{"key":"a","effect":"Never"}]}}',
    'create token default -o jsonpath={.kind}',
  ],
};
