/** The images that the manifests in `examples/` and tests of other clusters name, and the course's own web server. What they run comes later, with the first text that names one. */
import type { Image, Process } from '../../sdk/index.ts';
import { busybox } from './busybox.ts';
import { programs } from './late-programs.ts';
import { nginx } from './nginx.ts';

/** Options, and files that a program takes for settings, are arguments of the image's own program. */
const enter =
  (program: string, isSetting: (word: string) => boolean = () => false) =>
  (process: Process): string | undefined => {
    const words = process.argv.slice(1);
    const [first = ''] = words;
    return process.become(first.startsWith('-') || isSetting(first) ? [program, ...words] : words);
  };

/** Redis with strings, its append-only file, and followers. `/data` is where its data lies. */
const redis: Image = {
  repository: 'docker.io/library/redis',
  hasTag: (tag) => /^(?:latest|alpine|bookworm|[5-8](?:\.\d+){0,2}(?:-alpine|-bookworm)?)$/.test(tag),
  sizeBytes: 41_600_000,
  entrypoint: ['docker-entrypoint.sh'],
  command: ['redis-server'],
  workingDir: '/data',
  unix: ['bash'],
  files: { '/data/.keep': '' },
  programs: {
    'docker-entrypoint.sh': enter('redis-server', (word) => word.endsWith('.conf')),
    'redis-server': (process) => programs().redisServer(process),
    'redis-cli': (process) => programs().redisCli(process),
  },
};

/** The guestbook's front end: it finds its databases by name, or in the variables of their Services where GET_HOSTS_FROM is `env`. */
const guestbook: Image = {
  repository: 'us-docker.pkg.dev/google-samples/containers/gke/gb-frontend',
  hasTag: (tag) => /^v[3-6]$/.test(tag),
  sizeBytes: 157_000_000,
  command: ['apache2-foreground'],
  unix: ['curl', 'bash'],
  programs: { 'apache2-foreground': (process) => programs().serveGuestbook(process) },
};

/** MySQL, its tables of texts, and its clients. What they say to one another is no binary protocol, but lines of JSON. */
const mysql: Image = {
  repository: 'docker.io/library/mysql',
  hasTag: (tag) => /^(?:latest|lts|oracle|(?:5\.[67]|[89])(?:\.\d+){0,2}(?:-oracle|-debian)?)$/.test(tag),
  sizeBytes: 179_800_000,
  entrypoint: ['docker-entrypoint.sh'],
  command: ['mysqld'],
  unix: ['bash'],
  files: { '/var/lib/mysql/.keep': '' },
  programs: {
    'docker-entrypoint.sh': enter('mysqld'),
    mysqld: (process) => programs().mysqlServer(process),
    mysql: (process) => programs().mysqlClient(process),
    mysqladmin: (process) => programs().mysqlAdmin(process),
    mysqldump: (process) => programs().mysqlDump(process),
  },
};

/** Without PHP: of WordPress there are its first page, its installer, and of its API posts and media. */
const wordpress: Image = {
  repository: 'docker.io/library/wordpress',
  hasTag: (tag) => /^(?:latest|apache|[4-6](?:\.\d+){0,2}(?:-php[78](?:\.\d)?)?(?:-apache)?)$/.test(tag),
  sizeBytes: 245_000_000,
  entrypoint: ['docker-entrypoint.sh'],
  command: ['apache2-foreground'],
  workingDir: '/var/www/html',
  unix: ['curl', 'bash'],
  files: { '/var/www/html/.keep': '' },
  programs: { 'docker-entrypoint.sh': enter('apache2-foreground'), 'apache2-foreground': (process) => programs().serveWordPress(process) },
};

/** Prometheus' agent of a node: tells at `/metrics` what the machine says of itself, as far as there is one. */
const nodeExporter: Image = {
  repository: 'quay.io/prometheus/node-exporter',
  hasTag: (tag) => /^(?:latest|v1\.\d+\.\d+)$/.test(tag),
  sizeBytes: 12_900_000,
  user: 65534,
  entrypoint: ['/bin/node_exporter'],
  programs: { '/bin/node_exporter': (process) => programs().exportNode(process) },
};

/** `converge/web`: `web` is a server whose requests cost CPU, `load` its clients. */
const web: Image = {
  repository: 'docker.io/converge/web',
  hasTag: (tag) => tag === '1.0',
  sizeBytes: 12_400_000,
  command: ['web'],
  programs: { web: (process) => programs().serveWeb(process), load: (process) => programs().loadWeb(process) },
};

/** One page, which says hello. */
const helloWorld: Image = {
  repository: 'docker.io/crccheck/hello-world',
  hasTag: (tag) => tag === 'latest' || /^v1\.0\.[01]$/.test(tag),
  sizeBytes: 2_050_000,
  command: ['httpd'],
  unix: true,
  files: { '/www/index.html': '<pre>\nHello World\n</pre>\n' },
  programs: { httpd: (process) => programs().serveHelloWorld(process) },
};

/** Apache. */
const httpd: Image = {
  repository: 'docker.io/library/httpd',
  hasTag: (tag) => /^(?:latest|alpine|bookworm|trixie|2(?:\.4(?:\.\d+)?)?(?:-alpine|-bookworm|-trixie)?)$/.test(tag),
  sizeBytes: 45_200_000,
  command: ['httpd-foreground'],
  workingDir: '/usr/local/apache2',
  unix: ['bash'],
  files: { '/usr/local/apache2/htdocs/index.html': '<html><body><h1>It works!</h1></body></html>\n' },
  programs: { 'httpd-foreground': (process) => programs().serveHttpd(process) },
};

/** What upstream's tests and the documentation name beside agnhost: the same programs, under tags of their own. */
const testImages: readonly Image[] = ([['busybox', busybox], ['nginx', nginx], ['httpd', httpd]] as const).map(([name, image]) => ({
  ...image,
  repository: `registry.k8s.io/e2e-test-images/${name}`,
  hasTag: (tag) => /^\d+\.\d+(?:\.\d+)?-\d+$/.test(tag),
}));

/** What kubectl's tests scale. */
const nautilus: Image = {
  ...httpd,
  repository: 'registry.k8s.io/e2e-test-images/nautilus',
  hasTag: (tag) => /^1\.\d$/.test(tag),
  files: { '/usr/local/apache2/htdocs/data.json': '{"image": "nautilus.jpg"}\n' },
};

/** The image of the documentation's `dnsutils`. */
const dnsutils: Image = {
  repository: 'registry.k8s.io/e2e-test-images/jessie-dnsutils',
  hasTag: (tag) => /^1\.\d$/.test(tag),
  sizeBytes: 102_300_000,
  command: ['sh'],
  unix: ['curl', 'bash'],
};

export const exampleImages: readonly Image[] = [httpd, ...testImages, nautilus, dnsutils, helloWorld, redis, guestbook, mysql, wordpress, nodeExporter, web];
