/** The names that are known before the programs are loaded are the names of the programs. */
import { expect, test } from 'vitest';
import { archivePrograms } from './archive.ts';
import { filePrograms } from './files.ts';
import { machinePrograms } from './machine.ts';
import { networkPrograms } from './network.ts';
import { pieceMachinePrograms, piecePrograms } from './piece-names.ts';
import { isShell, plainProgramNames, programNames } from './registry.ts';
import { systemPrograms } from './system.ts';
import { textPrograms } from './text.ts';
import { everydayPrograms } from './everyday.ts';
import { userPrograms } from './user.ts';

const sorted = (names: Iterable<string>): readonly string[] => [...names].sort();

test('each program of the piece is known by its name', () => {
  const tables = { ...textPrograms, ...filePrograms, ...archivePrograms, ...networkPrograms, ...userPrograms, ...everydayPrograms };
  expect(sorted(piecePrograms)).toEqual(sorted([...Object.keys(tables), 'sed', 'awk']));
  expect(sorted(pieceMachinePrograms)).toEqual(sorted(Object.keys(machinePrograms)));
});

test('an image has the programs of the core, those of the piece, the shells and its packages', () => {
  const names = plainProgramNames(['curl']);
  expect(names).toEqual(expect.arrayContaining([...Object.keys(systemPrograms), ...piecePrograms, 'sh', 'ash', 'curl']));
  expect(names).not.toContain('ps');
  expect(programNames([])).toContain('ps');
});

test('bash is a shell where it is, sh everywhere', () => {
  for (const name of ['bash', '/bin/bash', '/usr/bin/bash']) {
    expect(isShell({ packages: ['curl', 'bash'] }, name)).toBe(true);
    expect(isShell({ packages: ['curl'] }, name)).toBe(false);
  }
  expect(isShell({ packages: [] }, '/bin/sh')).toBe(true);
});
