/** Commands in containers: exec, attach, cp, logs. */
import type { Row } from './command.ts';

export const execFiles: Readonly<Record<string, string>> = {
  'pair.yaml': `apiVersion: v1
kind: Pod
metadata: {name: pair}
spec:
  nodeName: node-1
  containers:
  - name: main
    image: busybox
    command: [sh, -c, "echo main started; sleep 100000"]
  - name: side
    image: busybox
    command: [sleep, "100000"]
`,
  'single.yaml': `apiVersion: v1
kind: Pod
metadata: {name: single}
spec:
  nodeName: node-2
  containers:
  - name: c
    image: busybox
    command: [sleep, "100000"]
`,
  'done.yaml': `apiVersion: v1
kind: Pod
metadata: {name: done}
spec:
  nodeName: node-2
  restartPolicy: Never
  containers:
  - name: c
    image: busybox
    command: [sh, -c, "echo bye"]
`,
  'crash.yaml': `apiVersion: v1
kind: Pod
metadata: {name: crash}
spec:
  nodeName: node-2
  containers:
  - name: c
    image: busybox
    command: [sh, -c, "echo attempt; exit 3"]
`,
  'notes.txt': 'one\ntwo\n',
};

export const execChapters: Readonly<Record<string, readonly Row[]>> = {
  'pods to work in': [
    'apply -f pair.yaml',
    'apply -f single.yaml',
    'apply -f done.yaml',
    'apply -f crash.yaml',
    'wait --for=condition=Ready pod/pair pod/single --timeout=30s',
  ],
  exec: [
    'exec',
    'exec single',
    'exec single ls',
    'exec single -- hostname',
    'exec pod/single -- sh -c "echo $HOSTNAME; exit 3"',
    'exec single -- sh -c "echo out; echo err >&2"',
    'exec single -- nosuch',
    'exec single -- ls /nosuch',
    'exec pair -- echo hi',
    'exec pair -c side -- ps',
    'exec pair -c nosuch -- ps',
    'exec none -- ls',
    'exec done -- ls',
    { run: 'exec -i single -- cat', stdin: 'a line\nanother' },
    { run: 'exec -i single -- sh', stdin: 'cd /etc\npwd\nexit 4\n' },
    { run: 'exec -it single -- sh', stdin: 'echo $((6*7))\n' },
  ],
  cp: [
    'cp',
    'cp a b',
    'cp none.txt single:/tmp/none.txt',
    'cp notes.txt single:/tmp/notes.txt',
    'exec single -- cat /tmp/notes.txt',
    'cp notes.txt single:/tmp',
    'exec single -- ls /tmp',
    'cp none:/x y',
    'cp single:/tmp/notes.txt back.txt',
  ],
  'run and talk': [
    'run a --image=busybox --rm',
    'run a --image=busybox -t',
    { run: 'run a --image=busybox --restart=Never -i --rm -q -- sh', stdin: 'echo hello\n' },
    { run: 'run b --image=busybox --restart=Never -i --rm -q -- sh', stdin: 'exit 5\n' },
    'get pods -o name',
  ],
  'attach and logs': [
    'attach',
    'attach none',
    'attach done',
    'attach single -c nosuch',
    'logs pair',
    'logs pair -c main',
    'logs pair --all-containers --prefix',
    'logs crash',
    'logs crash --previous',
    'logs single -p',
  ],
};
