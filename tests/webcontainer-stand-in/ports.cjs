/** Loaded before every Node process of the stand-in: each server listens on a free port of this machine, and says which one was wanted. */
const net = require('node:net');
const http = require('node:http');

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...args) {
  const [first] = args;
  const wanted = typeof first === 'object' && first !== null ? first.port : first;
  if (typeof wanted !== 'number') return listen.apply(this, args);
  args[0] = typeof first === 'object' ? { ...first, port: 0, host: '127.0.0.1' } : 0;
  const tell = (type) => {
    const { port } = this.address() ?? this.told ?? {};
    this.told = { port };
    const query = new URLSearchParams({ machine: process.env.STAND_IN_MACHINE, wanted, port, type });
    http.get(`${process.env.STAND_IN_URL}/port?${query}`).on('error', () => {}).on('response', (answer) => answer.resume());
  };
  this.once('listening', () => tell('open'));
  this.once('close', () => tell('close'));
  return listen.apply(this, args);
};
