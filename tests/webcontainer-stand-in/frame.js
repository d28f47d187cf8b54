/**
 * What StackBlitz's frame does, as far as the client of @webcontainer/api sees it: speaks Comlink 4.3.0 on a port it hands to the
 * page. Behind it is the stand-in's machine, over a web socket.
 */
import { Comlink } from './comlink.js';

const { behaviour } = document.documentElement.dataset;

function connect() {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/machine`);
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  const opened = new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the stand-in is gone'));
  });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.event !== undefined) return void listeners.get(message.event)?.(message.value);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.error === undefined) resolve?.(message.value);
    else reject?.(new Error(message.error));
  };
  return {
    async call(name, ...args) {
      await opened;
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, name, args }));
      });
    },
    /** Calls back with what the machine says under this name. */
    listen(name, listener) {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
    close: () => socket.close(),
  };
}

const latin1 = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const bytesOf = (text) => Uint8Array.from(text, (unit) => unit.charCodeAt(0));
let count = 0;

function fileSystem(machine) {
  const plain = (name) => (...args) => machine.call(name, ...args);
  return {
    rm: plain('rm'),
    rename: plain('rename'),
    mkdir: plain('mkdir'),
    async readFile(path, encoding) {
      const text = await machine.call('readFile', path);
      return encoding ? new TextDecoder().decode(bytesOf(text)) : bytesOf(text);
    },
    writeFile: (path, data) =>
      machine.call('writeFile', path, latin1(typeof data === 'string' ? new TextEncoder().encode(data) : data)),
    async readdir(path, options) {
      const entries = await machine.call('readdir', path);
      return options?.withFileTypes
        ? entries.map(({ name, folder }) => ({ name, 'Symbol(type)': folder ? 2 : 1 }))
        : entries.map(({ name }) => name);
    },
    async watch(path, _options, heard) {
      count += 1;
      const name = `watch-${count}`;
      const deaf = machine.listen(name, ({ type, file }) => heard(type, file));
      await machine.call('watch', name, path);
      return Comlink.proxy({
        async close() {
          deaf();
          await machine.call('unwatch', name);
        },
      });
    },
  };
}

async function run(machine, asked, output) {
  count += 1;
  const name = `process-${count}`;
  let exited;
  const onExit = new Promise((resolve) => {
    exited = resolve;
  });
  machine.listen(name, ({ text, code }) => {
    if (text !== undefined) return void output?.(bytesOf(text));
    output?.(null);
    exited(code);
  });
  await machine.call('run', name, asked);
  return Comlink.proxy({
    onExit,
    write: (data) => machine.call('write', name, latin1(new TextEncoder().encode(data))),
    resize: (size) => machine.call('resize', name, size),
    kill: () => machine.call('kill', name),
  });
}

function instance() {
  const machine = connect();
  const subscriptions = new Map();
  machine.listen('port', ({ port, type, url }) => {
    subscriptions.get('port')?.(port, type, url);
    if (type === 'open') subscriptions.get('server-ready')?.(port, url);
  });
  return Comlink.proxy({
    fs: () => Comlink.proxy(fileSystem(machine)),
    previewScript: () => undefined,
    setPreviewScript: () => undefined,
    setCredentials: () => undefined,
    runtimeInfo: () => machine.call('info'),
    loadFiles: (payload, { mountPoints } = {}) => machine.call('load', latin1(payload), mountPoints ?? '.'),
    serialize: async (path) => bytesOf(await machine.call('serialize', path)),
    run: (asked, _stdout, _stderr, output) => run(machine, asked, output),
    on(event, heard) {
      subscriptions.set(event, heard);
      return Comlink.proxy(() => void subscriptions.delete(event));
    },
    teardown: () => machine.close(),
  });
}

const root = {
  build() {
    if (behaviour === 'reject') throw new Error('build was refused');
    return behaviour === 'silent' ? new Promise(() => {}) : instance();
  },
};

const { port1, port2 } = new MessageChannel();
Comlink.expose(root, port1);
parent.postMessage({ type: 'init' }, '*', [port2]);
