/** The course's terms: each in a sentence, with a line that shows it in a cluster and the lesson that teaches it. */
import type { CellFence } from './cells/fence.ts';
import type { LessonPageData } from './page/data.ts';

export interface Term {
  /** "Level-triggered" */
  readonly name: string;
  /** The number of the lesson that teaches it. */
  readonly lesson: number;
  /** What it means. `code` and *emphasis* are marked. */
  readonly words: string;
  /** Shows it in the cluster of the glossary, where the Deployment `web` is running. One or two lines for the shell. */
  readonly run: string;
}

const term = (name: string, lesson: number, words: string, run: string): Term => ({ name, lesson, words, run });

/** In the order of the alphabet; a test holds it. */
export const terms: readonly Term[] = [
  term('Admission', 8, 'The step in which the API server may change or refuse a request: after it knows who sent it, and before it stores the object.', 'kubectl get serviceaccount default -o name; kubectl get pods -o jsonpath=\'{.items[0].spec.serviceAccountName}{"\\n"}\''),
  term('API server', 4, 'The one component that reads and writes etcd; all others are its clients, `kubectl` included.', 'kubectl get --raw /healthz'),
  term('Cache', 12, 'A copy of objects that a controller keeps and a watch brings up to date. It is always a little behind.', 'converge fault add delay apiserver controller/replicaset --by=2s --for=5s; sleep 6'),
  term('Cloud controller manager', 24, 'The loops that speak to the API server and to the API of a cloud: they rent load balancers and remove Nodes of deleted machines.', 'kubectl get nodes -o custom-columns=NAME:.metadata.name,PROVIDER:.spec.providerID'),
  term('Cluster IP', 23, 'The address of a Service. No machine has it: the rules of each node replace it with the address of a Pod.', 'kubectl get service kubernetes -o custom-columns=NAME:.metadata.name,IP:.spec.clusterIP'),
  term('Compaction', 5, 'etcd forgets all revisions before one. The newest value of each key stays, and a watch that is further behind ends with an error.', 'etcdctl compact 20; etcdctl get /registry/deployments --prefix --rev=10 2>&1 | tail -n 1'),
  term('Compare-and-swap', 5, 'To write only if nothing has changed since you read. Whoever comes second is refused, reads again, and makes the change again.', 'printf \'mod("seats") = "0"\\n\\nput seats 9\\n\\nget seats\\n\\n\' > once.txt; etcdctl txn < once.txt; etcdctl txn < once.txt'),
  term('Condition', 12, 'An entry in a status that says whether something holds, since when and why, such as `Ready` of a Pod.', 'kubectl get pods -o custom-columns=NAME:.metadata.name,READY:\'.status.conditions[?(@.type=="Ready")].status\''),
  term('Conflict', 7, 'The API server’s refusal of an update whose object has been written since it was read. The program reads it again, changes it and writes.', 'kubectl get deployment web -o json > web.json; kubectl label deployment web tier=front; kubectl replace -f web.json || true'),
  term('Container runtime', 20, 'The program of a node that pulls images, starts containers and says how they ended. The kubelet asks it over CRI.', 'kubectl get nodes -o custom-columns=NODE:.metadata.name,RUNTIME:.status.nodeInfo.containerRuntimeVersion'),
  term('Control loop', 1, 'A program that observes, compares the actual with the desired state, acts on the difference, and begins again.', 'kubectl scale deployment web --replicas=4; sleep 3; kubectl get deployment web'),
  term('Control plane', 3, 'The components that decide what ought to run where: API server, etcd, scheduler and controllers.', 'kubectl get --raw /readyz'),
  term('Controller', 2, 'A control loop for one kind of object. It reads desired state through the API server, and writes there what it does.', 'kubectl get events --no-headers -o custom-columns=WHO:.reportingComponent | sort -u'),
  term('CronJob', 15, 'A schedule, and what a Job is made from. Its controller creates a Job at each time that the schedule names.', 'kubectl create cronjob tick --image=busybox:1.37 --schedule="* * * * *" -- true\nsleep 65; kubectl get jobs'),
  term('CustomResourceDefinition', 9, 'An object that adds a kind of your own to the API server: with a schema, rules and a path.', 'kubectl explain customresourcedefinition.spec.names'),
  term('DaemonSet', 15, 'A Pod on each node that fits, and by default never two. Its controller compares nodes with Pods.', 'kubectl explain daemonset.spec.template'),
  term('Declarative configuration', 1, 'To write down which state is desired, and leave the steps to a loop.', 'kubectl get deployment web -o jsonpath=\'{.spec.replicas}{"\\n"}\''),
  term('Deployment', 3, 'Copies of a program, and how a new version takes the place of the old one. Its controller writes ReplicaSets.', 'kubectl get deployments,replicasets'),
  term('Desired state', 1, 'What ought to be so, as users and other loops have written it down: the spec of an object.', 'kubectl get replicasets -o custom-columns=NAME:.metadata.name,DESIRED:.spec.replicas,ACTUAL:.status.replicas'),
  term('Discovery', 4, 'The API server’s answer to which kinds it has and on which paths. `kubectl` asks before anything else.', 'kubectl api-resources | head -n 5'),
  term('DNS', 23, 'The cluster’s directory of names. For the name of a Service it answers with the cluster IP.', 'kubectl exec deployment/web -- getent hosts kubernetes'),
  term('Drain', 19, 'To close a node for new Pods and evict those on it, as far as budgets allow.', 'kubectl drain node-3 --ignore-daemonsets --timeout=60s; kubectl uncordon node-3'),
  term('Drift', 29, 'The difference that comes up when someone changes the actual state past the place where the desired state is written down.', 'kubectl create configmap page --from-literal=tea=3 --dry-run=client -o yaml > page.yaml; kubectl apply -f page.yaml\nkubectl patch configmap page -p \'{"data":{"tea":"99"}}\'; kubectl diff -f page.yaml || true'),
  term('EndpointSlice', 23, 'A list of at most 100 Pods behind a Service: their addresses, their ports, and how each is doing. A controller keeps it.', 'kubectl create service clusterip web --tcp=80; sleep 3; kubectl get endpointslices'),
  term('etcd', 5, 'The cluster’s database: keys, values, and a revision for every write. Only the API server speaks to it.', 'etcdctl get /registry/deployments --prefix --keys-only'),
  term('Event', 3, 'A note that a component leaves about an object, for people to read. Loops don’t act on it.', 'kubectl get events --field-selector involvedObject.kind=Deployment'),
  term('Eviction', 19, 'A request to end a Pod that the API server refuses while a budget doesn’t allow it. A delete asks no budget.', 'kubectl get --raw /api/v1 | grep -o \'"name":"pods/eviction"\''),
  term('Expectations', 12, 'What a controller remembers of its own creates and deletes, until its cache has seen them.', 'kubectl delete pod -l app=web --wait=false; sleep 3; kubectl get pods'),
  term('Finalizer', 14, 'A name on an object that keeps it from disappearing until a controller has cleaned up and removed the name.', 'kubectl get namespace default -o jsonpath=\'{.spec.finalizers}{"\\n"}\''),
  term('Garbage collector', 14, 'The controller that deletes what has lost all its owners.', 'kubectl delete replicaset -l app=web; sleep 5; kubectl get replicasets'),
  term('Generation', 4, 'A number that the API server raises whenever the spec of an object changes.', 'kubectl get deployment web -o jsonpath=\'{.metadata.generation} {.status.observedGeneration}{"\\n"}\''),
  term('GitOps', 29, 'Desired state is what a branch of a repository says; an agent in the cluster reads the branch every so often, and closes the gap.', 'kubectl create deployment page --image=nginx:1.29 --dry-run=client -o yaml > page.yaml; kubectl diff -f page.yaml > /dev/null || kubectl apply -f page.yaml'),
  term('Grace period', 21, 'The seconds that a Pod has to end after its deletion, hook and process together. Then its processes are killed.', 'kubectl get pods -o custom-columns=POD:.metadata.name,SECONDS:.spec.terminationGracePeriodSeconds'),
  term('Heartbeat', 22, 'A sign of life that a kubelet writes every 10 seconds. A node without one for 50 seconds is marked `Unknown`.', 'converge fault add partition kubelet/node-3 --for=90s; sleep 80; kubectl get nodes'),
  term('HorizontalPodAutoscaler', 16, 'How busy the Pods of a Deployment should be. Its controller writes how many Pods the Deployment asks for.', 'kubectl autoscale deployment web --min=2 --max=5 --cpu-percent=50; sleep 60; kubectl get hpa web'),
  term('Image registry', 30, 'A server from which nodes pull the images of containers.', 'kubectl run own --image=registry.example.com/operator:1\nsleep 20; kubectl get pod own; kubectl delete pod own'),
  term('Incident', 27, 'Something that users notice and no loop repairs. It ends when its cause is found and taken away.', 'converge incident begin; kubectl scale deployment web --replicas=5; sleep 20; kubectl get pods; converge incident end'),
  term('Init container', 20, 'A container that prepares its Pod. It runs to its end before the next one starts.', 'kubectl explain pod.spec.initContainers'),
  term('Job', 15, 'Work that ends: Pods are started until enough of them have succeeded, and each success is counted once.', 'kubectl create job sum --image=busybox:1.37 -- sleep 2; sleep 10; kubectl get job sum'),
  term('kube-proxy', 23, 'The component on each node that writes rules into the kernel: where connections to cluster IPs go.', 'kubectl create service clusterip web --tcp=80; sleep 3\nconverge packet $(kubectl get pods -o name | head -n 1 | cut -d / -f 2) web:80'),
  term('Kubeconfig', 30, 'A file that says where a cluster is, how you know it, and how it knows you.', 'kubectl config view'),
  term('Kubelet', 3, 'The loop on each node: it runs the containers of the Pods that have its node’s name, and reports how they are.', 'kubectl get nodes -o custom-columns=NAME:.metadata.name,KUBELET:.status.nodeInfo.kubeletVersion'),
  term('Label', 2, 'A name and a value on an object, by which others select it.', 'kubectl get pods --show-labels'),
  term('Leader election', 26, 'How one of several copies of a loop is chosen to do the work. It renews a Lease, which the others may take once it has run out.', 'kubectl explain lease.spec.leaseTransitions'),
  term('Lease', 22, 'A small object with a time that its holder renews again and again. Each node has one for its heartbeats.', 'kubectl get leases -n kube-node-lease -o custom-columns=NODE:.metadata.name,RENEWED:.spec.renewTime'),
  term('Least privilege', 30, 'To give an account the rights that its requests need, and no others.', 'kubectl auth can-i delete nodes --as=system:serviceaccount:default:default || true'),
  term('Level-triggered', 12, 'To act on how things are, not on what was announced: a lost event costs time, not correctness.', 'converge fault add drop apiserver controller/replicaset --for=5s\nkubectl delete pod -l app=web --wait=false; sleep 20; kubectl get pods'),
  term('List and watch', 10, 'To read all objects once, and then hear of each change from that revision on.', 'kubectl get --raw \'/api/v1/namespaces/default/pods?limit=1\' | head -c 200; echo'),
  term('Liveness probe', 21, 'A question that the kubelet asks a container again and again. When it fails, the container is restarted.', 'kubectl explain pod.spec.containers.livenessProbe'),
  term('Load balancer', 24, 'A rented address that hands connections to the nodes. Where the cluster runs in no cloud, no loop rents one, and the Service waits.', 'kubectl expose deployment web --name=open --type=LoadBalancer --port=80; kubectl get service open'),
  term('Namespace', 2, 'A part of the cluster with names of its own: two objects may be called the same in two of them.', 'kubectl get namespaces'),
  term('Node', 3, 'A machine that runs Pods.', 'kubectl get nodes'),
  term('Operator', 28, 'A controller for a kind of your own. It does what a person would do who runs the thing: sets up, watches, reports, cleans up.', 'kubectl get customresourcedefinitions'),
  term('Orchestration', 3, 'That many loops, each with one job, keep a system as it is desired, without one that is in charge of the whole.', 'kubectl get deployments,replicasets,pods -o name'),
  term('Ordinal', 15, 'The number in the name of a Pod of a StatefulSet, from 0 on. Pods are created in this order.', 'kubectl explain statefulset.spec.ordinals'),
  term('Owner reference', 12, 'A line in an object that says for which object it was made. The owner is found by name, and counts only if its uid is the same.', 'kubectl get pods -o custom-columns=NAME:.metadata.name,OWNER:.metadata.ownerReferences[0].name'),
  term('PersistentVolumeClaim', 24, 'What a Pod asks of a disk: so much space, of such a class. A loop finds or makes a volume, and ties it to the claim.', 'echo \'{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}\' | kubectl apply -f -; kubectl get persistentvolumeclaim data'),
  term('Pod', 2, 'The smallest thing that runs: one container or a few, on one node.', 'kubectl get pods -o wide'),
  term('Pod network', 23, 'Any Pod reaches any other by its address, whatever their nodes. Each node has a block of addresses for its Pods.', 'kubectl get nodes -o custom-columns=NAME:.metadata.name,PODS:.spec.podCIDR'),
  term('PodDisruptionBudget', 19, 'How many Pods of a set must stay ready when others want to evict some.', 'kubectl create poddisruptionbudget web --selector=app=web --min-available=2; sleep 1; kubectl get pdb web; kubectl delete pdb web'),
  term('Preemption', 19, 'The scheduler deletes Pods that matter less, so that one that matters more finds room.', 'kubectl explain pod.status.nominatedNodeName'),
  term('PriorityClass', 19, 'A name for a number: Pods with a higher one get room first, and keep it longest.', 'kubectl get priorityclasses'),
  term('Propagation policy', 14, 'What becomes of dependents when their owner is deleted: `Background`, `Foreground` or `Orphan`.', 'kubectl delete replicaset -l app=web --cascade=orphan; sleep 5; kubectl get replicasets'),
  term('Quorum', 6, 'More than half of etcd’s members. A write counts when a quorum has stored it.', 'etcdctl member list'),
  term('Readiness probe', 21, 'A question that decides whether a Pod gets requests. Nothing is restarted when it fails.', 'kubectl explain pod.spec.containers.readinessProbe'),
  term('Reconcile', 1, 'One pass of a control loop for one object.', 'kubectl delete $(kubectl get pods -o name | head -n 1) --wait=false; sleep 2; kubectl get pods'),
  term('ReplicaSet', 2, 'A number of Pods from one template. Its controller makes what is missing and deletes what is too much.', 'kubectl get replicasets'),
  term('resourceVersion', 10, 'The revision of etcd in which an object was last written. A write that names an older one is refused.', 'kubectl get deployment web -o jsonpath=\'{.metadata.resourceVersion}{"\\n"}\''),
  term('Restart policy', 20, 'Which ended containers of a Pod are started again: `Always`, `OnFailure` or `Never`.', 'kubectl get deployment web -o jsonpath=\'{.spec.template.spec.restartPolicy}{"\\n"}\''),
  term('Revision', 5, 'etcd’s counter: each write of the cluster raises it by one, and every earlier one can be read for a while.', 'etcdctl endpoint status | cut -d, -f 1,8'),
  term('Rolling update', 13, 'To replace the Pods of a Deployment step by step: a new ReplicaSet grows while the old ones shrink.', 'kubectl set image deployment web \'*=nginx:1.29\'; kubectl rollout status deployment web'),
  term('Scheduler', 3, 'The loop that gives each new Pod a node: it filters the nodes, scores the rest, and writes the best one’s name.', 'kubectl get events --field-selector reason=Scheduled -o custom-columns=MESSAGE:.message | tail -n 3'),
  term('Schema', 9, 'What fields a kind has, of which type and within which limits. What it doesn’t name is dropped.', 'kubectl explain deployment.spec.replicas'),
  term('Selector', 2, 'A condition on labels, by which a controller or a Service finds its Pods.', 'kubectl get pods -l app=web -o name'),
  term('Service', 23, 'A name and an address that stay, in front of Pods that come and go.', 'kubectl create service clusterip web --tcp=80; kubectl get services'),
  term('Spec', 4, 'The part of an object that says what is desired. Users and other loops write it.', 'kubectl get deployment web -o jsonpath=\'{.spec.strategy}{"\\n"}\''),
  term('Stabilization window', 16, 'The time for which a recommendation of an autoscaler counts. Its number falls when nothing within the window asks for more.', 'kubectl explain hpa.spec.behavior.scaleDown.stabilizationWindowSeconds'),
  term('Startup probe', 21, 'A question that decides when a container has started. The other probes wait for it.', 'kubectl explain pod.spec.containers.startupProbe'),
  term('StatefulSet', 15, 'Pods with fixed names and an order, for programs such as databases. A Pod that is lost comes back under its name.', 'kubectl explain statefulset.spec.podManagementPolicy'),
  term('Static Pod', 20, 'A Pod that a kubelet runs from a file of its node, without the API server. There it has a mirror, which comes back when it is deleted.', 'kubectl run page --image=nginx:1.29 --dry-run=client -o yaml > page.yaml; converge manifest add node-1 page.yaml; sleep 10; kubectl get pod page-node-1'),
  term('Status', 4, 'The part of an object that says what was observed. Its controller writes it.', 'kubectl get deployment web -o jsonpath=\'{.status.conditions[0].message}{"\\n"}\''),
  term('Surge', 13, 'How many Pods a Deployment may have during a rolling update, beyond those that it asks for. Percentages are rounded up.', 'kubectl get deployment web -o jsonpath=\'{.spec.strategy.rollingUpdate}{"\\n"}\''),
  term('Taint', 15, 'A mark of a node that keeps away all Pods that don’t tolerate it. With the effect `NoExecute` it drives out those that are there, too.', 'kubectl taint node node-3 upgrade=soon:NoSchedule\nkubectl get nodes -o custom-columns=NODE:.metadata.name,TAINT:.spec.taints[*].key'),
  term('Term', 6, 'A stretch of etcd’s time with at most one leader. Each election begins a new one.', 'etcdctl endpoint status | cut -d, -f 1,7'),
  term('Utilization', 16, 'What Pods use of what they request, in percent.', 'kubectl top pods'),
  term('Validation', 4, 'The check of an object before it is stored. An error names the field, the value and the rule.', 'kubectl patch deployment web -p \'{"spec": {"replicas": -1}}\' || true'),
  term('Work queue', 11, 'The keys that a controller still has to look at. A key is in it once, and with one worker at a time.', 'kubectl scale deployment web --replicas=5; kubectl scale deployment web --replicas=3; sleep 3; kubectl get deployment web'),
  term('Zone', 22, 'Nodes that can fail together, such as those of one data center. The more of a zone are lost, the fewer of its nodes are emptied.', 'kubectl label node node-1 topology.kubernetes.io/zone=east; kubectl get nodes -L topology.kubernetes.io/zone'),
];

/** `level-triggered`: where it stands on the page. */
export const termId = ({ name }: Pick<Term, 'name'>): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const web = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - { name: nginx, image: "nginx:1.29" }`;

/** The cell before all others: each term's line needs it, and no other. */
export const sceneCell: CellFence = { language: 'yaml', id: 'web', number: 1, code: web, file: 'web.yaml' };

const termCells: readonly CellFence[] = terms.map((each, index) => ({ language: 'sh', id: termId(each), number: index + 2, code: each.run, alone: true }));

export const glossaryData: LessonPageData = { slug: 'glossary', seed: 7, nodes: 3, tasks: 0, cells: [sceneCell, ...termCells] };
