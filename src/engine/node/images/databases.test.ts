/** What the pretended databases answer to those who speak to them. */
import { expect, test } from 'vitest';
import { absolutePath, createTree, plantFolder } from '../files/tree.ts';
import { runSql } from './mysql/database.ts';
import { runCommand } from './redis/commands.ts';
import { createReader, encode, type Reply, wordsOf } from './redis/resp.ts';

test('Redis reads requests in any pieces: lists of texts, and lines of words', () => {
  const bytes = `${encode(['set', 'key', 'two\r\nlines'])}ping\r\n${encode(['get', 'key'])}`;
  for (const size of [1, 3, bytes.length]) {
    const seen: (readonly string[])[] = [];
    const take = createReader((value) => seen.push(wordsOf(value)));
    for (let at = 0; at < bytes.length; at += size) take(bytes.slice(at, at + size));
    expect(seen).toEqual([['set', 'key', 'two\r\nlines'], ['ping'], ['get', 'key']]);
  }
});

test('a reply is read as it was written', () => {
  const replies: readonly Reply[] = ['text', '', 7, undefined, { status: 'OK' }, { error: 'ERR no' }, ['a', ['b', 1]], []];
  const seen: Reply[] = [];
  createReader((value) => seen.push(value))(replies.map(encode).join(''));
  expect(seen).toEqual(replies);
});

test.each<[string, Reply]>([
  ['get none', undefined],
  ['set a 1', { status: 'OK' }],
  ['incr a', 2],
  ['incr b', { error: 'ERR value is not an integer or out of range' }],
  ['append b y', 2],
  ['keys *', ['a', 'b']],
  ['keys ?', ['a', 'b']],
  ['keys *c', []],
  ['del a none', 1],
  ['exists a b none', 2],
  ['get', { error: "ERR wrong number of arguments for 'get' command" }],
  ['fly x', { error: "ERR unknown command 'fly', with args beginning with: 'x' " }],
])('redis %s', (line, reply) => {
  const [name = '', ...args] = line.split(' ');
  expect(runCommand(new Map([['a', '1'], ['b', 'x']]), name, args)).toEqual(reply);
});

test('MySQL keeps rows of texts, and refuses what it doesn’t know', () => {
  const tree = createTree(() => 0);
  plantFolder(tree, '/db');
  const files = { ...tree, read: (path: string) => tree.read(absolutePath(path)) };
  const ask = (sql: string, database = 'shop') => runSql({ files, folder: '/db', version: '8.4.3' }, database, sql);
  const error = (sql: string, database?: string) => {
    const answer = ask(sql, database);
    return 'error' in answer ? answer.error : answer.rows;
  };
  expect(error('show tables', '')).toBe('ERROR 1046 (3D000): No database selected');
  expect(error('create database shop', '')).toEqual([]);
  expect(error('create database shop', '')).toBe("ERROR 1007 (HY000): Can't create database 'shop'; database exists");
  expect(error('select * from orders')).toBe("ERROR 1146 (42S02): Table 'shop.orders' doesn't exist");
  expect(error('CREATE TABLE IF NOT EXISTS `orders` (`id` int AUTO_INCREMENT, item varchar(20) NOT NULL, PRIMARY KEY (id)) ENGINE=InnoDB;')).toEqual([]);
  expect(error("insert into orders (item) values ('it''s (a, pot)'), ('a \\'cup\\'')")).toEqual([]);
  expect(error('insert into orders (price) values (1)')).toBe("ERROR 1054 (42S22): Unknown column 'price' in 'field list'");
  expect(error('insert into orders values (1)')).toBe("ERROR 1136 (21S01): Column count doesn't match value count at row 1");
  expect(error('select id, item from orders')).toEqual([['1', "it's (a, pot)"], ['2', "a 'cup'"]]);
  expect(error('select item from shop.orders where id = 2')).toEqual([["a 'cup'"]]);
  expect(error('select count(*) from orders')).toEqual([['2']]);
  expect(error('delete from orders where id = 1')).toEqual([]);
  expect(error('insert into orders (item) values (\'third\')')).toEqual([]);
  expect(error('select id from orders')).toEqual([['2'], ['3']]);
  expect(error('select version()')).toEqual([['8.4.3']]);
  expect(error('drop database shop', '')).toEqual([]);
  expect(error('update orders set item = 1')).toMatch(/^ERROR 1064 .*near 'update orders set item = 1' at line 1$/);
});
