/** One pass over a claim or a volume: the cases of upstream's pkg/controller/volume/persistentvolume/binder_test.go (TestSync), by their numbers. */
import type { PersistentVolume, PersistentVolumeClaim } from 'converge/sdk';
import { describe, expect, test } from 'vitest';
import { createReconcile } from './reconcile.ts';
import { claimOf, type ClaimMore, classOf, createStore, essence, volumeOf, type VolumeMore } from './testing/objects.ts';

interface Case {
  readonly name: string;
  /** The key of the pass: the claim by default. */
  readonly of?: 'claim' | 'volume';
  readonly volumes: readonly PersistentVolume[];
  /** As `volumes` when absent. */
  readonly thenVolumes?: readonly PersistentVolume[];
  readonly claims: readonly PersistentVolumeClaim[];
  readonly thenClaims?: readonly PersistentVolumeClaim[];
  /** Beginnings of the Events. */
  readonly events?: readonly string[];
  readonly rejects?: boolean;
  /** A claim that the API server has and the cache doesn't. */
  readonly unseen?: PersistentVolumeClaim;
}

async function check({ of = 'claim', volumes, thenVolumes = volumes, claims, thenClaims = claims, events = [], rejects = false, unseen }: Case): Promise<void> {
  const wait = classOf('wait', { volumeBindingMode: 'WaitForFirstConsumer' });
  const store = createStore({ volumes, claims, classes: [wait, classOf('gold'), classOf('silver')], ...(unseen && { unseen }) });
  const name = (of === 'claim' ? claims : volumes)[0]?.metadata.name ?? '';
  const pass = createReconcile()(of === 'claim' ? `default/${name}` : name, store.tools);
  if (rejects) await expect(pass).rejects.toThrow(/invalid binding/);
  else await pass;
  expect(essence(store.volumes())).toEqual(essence(thenVolumes));
  expect(essence(store.claims())).toEqual(essence(thenClaims));
  expect(store.events).toEqual(events.map((each) => expect.stringMatching(`^${each}`)));
}

const free = (name: string, size = '1Gi', more?: VolumeMore): PersistentVolume => volumeOf(name, size, '', 'Available', more);
const taken = (name: string, size: string, claim: string, notes = ''): PersistentVolume => volumeOf(name, size, claim, 'Bound', { notes });
const open = (size = '1Gi', more?: ClaimMore): PersistentVolumeClaim => claimOf('c', size, '', 'Pending', more);
const bound = (volume: string, size = '1Gi', more: ClaimMore = {}): PersistentVolumeClaim => {
  return claimOf('c', size, volume, 'Bound', { notes: 'bound completed', ...more });
};
const labels = { foo: 'true', bar: 'false' };
const selector = { matchLabels: labels };
const classed = (storageClassName: string): { readonly spec: { readonly storageClassName: string } } => ({ spec: { storageClassName } });
const mine = 'c uid-c';

describe('set 1: a claim that names no volume', () => {
  test.each<Case>([
    { name: '1-1 binds', volumes: [free('v')], thenVolumes: [taken('v', '1Gi', mine, 'bound')], claims: [open()], thenClaims: [bound('v')] },
    { name: '1-2 nothing is large enough', volumes: [free('v')], claims: [open('10Gi')], events: ['Normal FailedBinding no persistent volumes available for this claim and no storage class is set$'] },
    { name: '1-3 falls back to Pending', volumes: [free('v')], claims: [claimOf('c', '10Gi', '', 'Bound')], thenClaims: [open('10Gi')], events: ['Normal FailedBinding'] },
    { name: '1-4 takes the smallest', volumes: [free('a', '10Gi'), free('b')], thenVolumes: [free('a', '10Gi'), taken('b', '1Gi', mine, 'bound')], claims: [open()], thenClaims: [bound('b')] },
    { name: '1-5 takes the one that names it', volumes: [volumeOf('a', '10Gi', 'c', 'Available'), free('b')], thenVolumes: [taken('a', '10Gi', mine), free('b')], claims: [open()], thenClaims: [bound('a', '1Gi', { capacity: '10Gi' })] },
    { name: '1-6 takes the one that names its uid', volumes: [volumeOf('a', '10Gi', mine, 'Available'), free('b')], thenVolumes: [taken('a', '10Gi', mine), free('b')], claims: [open()], thenClaims: [bound('a', '1Gi', { capacity: '10Gi' })] },
    { name: '1-7 not one that names a namesake', volumes: [volumeOf('v', '10Gi', 'c uid-777', 'Available')], claims: [open()], events: ['Normal FailedBinding'] },
    { name: '1-8 completes after a crash: the volume names it', volumes: [volumeOf('v', '1Gi', mine, 'Available', { notes: 'bound' })], thenVolumes: [taken('v', '1Gi', mine, 'bound')], claims: [open()], thenClaims: [bound('v')] },
    { name: '1-9 … and its phase is saved', volumes: [taken('v', '1Gi', mine, 'bound')], claims: [open()], thenClaims: [bound('v')] },
    { name: '1-10 … and the claim names the volume', volumes: [taken('v', '1Gi', mine, 'bound')], claims: [claimOf('c', '1Gi', 'v', 'Pending', { notes: 'bound completed' })], thenClaims: [bound('v')] },
    {
      name: '1-11 the selector selects',
      volumes: [free('a', '1Gi', { labels: { foo: 'true' } }), free('v', '1Gi', { labels })],
      thenVolumes: [free('a', '1Gi', { labels: { foo: 'true' } }), volumeOf('v', '1Gi', mine, 'Bound', { labels, notes: 'bound' })],
      claims: [open('1Gi', { spec: { selector } })],
      thenClaims: [bound('v', '1Gi', { spec: { selector } })],
    },
    { name: '1-12 the selector does not select', volumes: [free('v')], claims: [open('1Gi', { spec: { selector } })], events: ['Normal FailedBinding'] },
    { name: '1-13 waits for its first consumer', volumes: [free('v', '1Gi', classed('wait'))], claims: [open('1Gi', classed('wait'))], events: ['Normal WaitForFirstConsumer waiting for first consumer to be created before binding$'] },
    {
      name: '1-14 waits, unless a volume names it',
      volumes: [volumeOf('v', '1Gi', 'c', 'Available', classed('wait'))],
      thenVolumes: [volumeOf('v', '1Gi', mine, 'Bound', classed('wait'))],
      claims: [open('1Gi', classed('wait'))],
      thenClaims: [bound('v', '1Gi', classed('wait'))],
    },
    {
      name: '1-15 takes a volume that names it, though the volume names another class',
      volumes: [volumeOf('v', '1Gi', 'c', 'Available', classed('gold'))],
      thenVolumes: [volumeOf('v', '1Gi', mine, 'Bound', classed('gold'))],
      claims: [open('1Gi', classed('silver'))],
      thenClaims: [bound('v', '1Gi', classed('silver'))],
    },
  ])('$name', check);
});

describe('set 2: a claim that names its volume', () => {
  const asks = (size: string, phase: string, more?: ClaimMore): PersistentVolumeClaim => claimOf('c', size, 'v', phase, more);
  const has = (more: ClaimMore = {}): PersistentVolumeClaim => asks('1Gi', 'Bound', { notes: 'completed', ...more });
  test.each<Case>([
    { name: '2-1 it is not there', volumes: [], claims: [asks('10Gi', 'Pending')] },
    { name: '2-2 it is not there: falls back to Pending', volumes: [], claims: [asks('10Gi', 'Bound')], thenClaims: [asks('10Gi', 'Pending')] },
    { name: '2-3 it is free', volumes: [free('v')], thenVolumes: [taken('v', '1Gi', mine, 'bound')], claims: [asks('1Gi', 'Pending')], thenClaims: [has()] },
    { name: '2-4 it names the claim', volumes: [volumeOf('v', '1Gi', 'c', 'Available')], thenVolumes: [taken('v', '1Gi', mine)], claims: [asks('1Gi', 'Pending')], thenClaims: [has()] },
    { name: '2-5 it names the claim’s uid', volumes: [volumeOf('v', '1Gi', mine, 'Available')], thenVolumes: [taken('v', '1Gi', mine)], claims: [asks('1Gi', 'Pending')], thenClaims: [has()] },
    { name: '2-6 it is another’s', volumes: [taken('v', '1Gi', 'd uid-d')], claims: [asks('1Gi', 'Bound')], thenClaims: [asks('1Gi', 'Pending')], events: ['Warning FailedBinding volume "v" already bound to a different claim.$'] },
    { name: '2-7 it is another’s, and the controller chose it', volumes: [taken('v', '1Gi', 'd uid-d')], claims: [asks('1Gi', 'Bound', { notes: 'bound' })], rejects: true },
    { name: '2-8 its labels do not matter', volumes: [free('v')], thenVolumes: [taken('v', '1Gi', mine, 'bound')], claims: [asks('1Gi', 'Pending', { spec: { selector } })], thenClaims: [has({ spec: { selector } })] },
    { name: '2-9 it is too small', volumes: [free('v')], claims: [asks('2Gi', 'Pending')], events: ['Warning VolumeMismatch Cannot bind to requested volume "v": requested PV is too small$'] },
    { name: '2-10 it is of another class', volumes: [free('v')], claims: [asks('1Gi', 'Pending', classed('gold'))], events: ['Warning VolumeMismatch .*: storageClassName does not match$'] },
    { name: '2-11 it is of another class of attributes', volumes: [free('v', '1Gi', { spec: { volumeAttributesClassName: 'gold' } })], claims: [asks('1Gi', 'Pending')], events: ['Warning VolumeMismatch .*: volumeAttributesClassName does not match$'] },
    { name: 'it is a device', volumes: [free('v', '1Gi', { spec: { volumeMode: 'Block' } })], claims: [asks('1Gi', 'Pending')], events: ['Warning VolumeMismatch .*: incompatible volumeMode$'] },
    { name: 'it can’t be shared', volumes: [free('v')], claims: [asks('1Gi', 'Pending', { spec: { accessModes: ['ReadWriteMany'] } })], events: ['Warning VolumeMismatch .*: incompatible accessMode$'] },
  ])('$name', check);
});

describe('set 3: a claim that was bound', () => {
  const was = (volume: string, phase: string, notes = 'bound completed', more: ClaimMore = {}): PersistentVolumeClaim => claimOf('c', '10Gi', volume, phase, { notes, ...more });
  test.each<Case>([
    { name: '3-1 its volume’s name is gone', volumes: [], claims: [was('', 'Bound')], thenClaims: [was('', 'Lost')], events: ['Warning ClaimLost Bound claim has lost reference to PersistentVolume. Data on the volume is lost!$'] },
    { name: '3-2 its volume is gone', volumes: [], claims: [was('v', 'Bound')], thenClaims: [was('v', 'Lost')], events: ['Warning ClaimLost Bound claim has lost its PersistentVolume. Data on the volume is lost!$'] },
    { name: '3-3 its volume has lost its reference', volumes: [free('v', '10Gi')], thenVolumes: [taken('v', '10Gi', mine, 'bound')], claims: [was('v', 'Pending')], thenClaims: [was('v', 'Bound')] },
    { name: '3-4 its volume names a namesake', volumes: [volumeOf('v', '10Gi', 'c uid-x', 'Available')], claims: [was('v', 'Pending')], thenClaims: [was('v', 'Lost')], events: ['Warning ClaimMisbound Two claims are bound to the same volume, this one is bound incorrectly$'] },
    { name: '3-5 the phases are late', volumes: [volumeOf('v', '10Gi', mine, 'Available')], thenVolumes: [taken('v', '10Gi', mine)], claims: [was('v', 'Pending', 'completed')], thenClaims: [was('v', 'Bound', 'completed')] },
    { name: '3-6 its volume names another', volumes: [volumeOf('v', '10Gi', 'x uid-x', 'Available')], claims: [was('v', 'Pending', 'completed')], thenClaims: [was('v', 'Lost', 'completed')], events: ['Warning ClaimMisbound'] },
    {
      name: '3-7 labels do not matter any more',
      volumes: [free('v', '10Gi')],
      thenVolumes: [taken('v', '10Gi', mine, 'bound')],
      claims: [was('v', 'Pending', 'bound completed', { spec: { selector } })],
      thenClaims: [was('v', 'Bound', 'bound completed', { spec: { selector } })],
    },
  ])('$name', check);
});

describe('set 4: a volume', () => {
  test.each<Case>([
    { name: '4-1 is free', volumes: [volumeOf('v', '10Gi', '', 'Pending')], thenVolumes: [free('v', '10Gi')], claims: [] },
    { name: '4-2 is reserved', volumes: [volumeOf('v', '10Gi', 'c', 'Pending')], thenVolumes: [volumeOf('v', '10Gi', 'c', 'Available')], claims: [] },
    { name: '4-3 has lost its claim', volumes: [taken('v', '10Gi', mine)], thenVolumes: [volumeOf('v', '10Gi', mine, 'Released')], claims: [] },
    { name: '4-4 its claim was replaced by a namesake', volumes: [taken('v', '10Gi', 'c uid-x')], thenVolumes: [volumeOf('v', '10Gi', 'c uid-x', 'Released')], claims: [bound('v', '10Gi')] },
    { name: '4-6 its claim names it', volumes: [volumeOf('v', '10Gi', mine, 'Available')], thenVolumes: [taken('v', '10Gi', mine)], claims: [bound('v', '10Gi')] },
    { name: '4-7 its claim has another: the controller takes the reference back', volumes: [taken('v', '10Gi', mine, 'bound')], thenVolumes: [free('v', '10Gi')], claims: [bound('w', '10Gi')] },
    { name: '4-8 its claim has another: the author’s reference stays, without a uid', volumes: [taken('v', '10Gi', mine)], thenVolumes: [volumeOf('v', '10Gi', 'c', 'Available')], claims: [bound('w', '10Gi')] },
  ].map((each) => ({ ...each, of: 'volume' as const })))('$name', check);
  const deletes = (claim: string, phase: string): PersistentVolume => volumeOf('v', '10Gi', claim, phase, { spec: { persistentVolumeReclaimPolicy: 'Delete' } });
  const waits: readonly Case[] = [
    { name: '4-5 bound by the controller to an open claim: the claim is next', volumes: [taken('v', '10Gi', mine, 'bound')], claims: [open('10Gi')] },
    { name: '4-5 bound by its author to an open claim: the claim is next', volumes: [taken('v', '10Gi', mine)], claims: [open('10Gi')] },
    { name: '4-9 its claim names it, and it would be deleted with it', volumes: [deletes(mine, 'Available')], thenVolumes: [deletes(mine, 'Bound')], claims: [bound('v', '10Gi')] },
    { name: '4-11 the cache does not know its claim yet', volumes: [deletes(mine, 'Available')], thenVolumes: [deletes(mine, 'Bound')], claims: [], unseen: bound('v', '10Gi') },
    { name: '4-12 the cache still has a namesake', volumes: [deletes('c uid-new', 'Available')], thenVolumes: [deletes('c uid-new', 'Bound')], claims: [bound('v', '10Gi')], unseen: { ...bound('v', '10Gi'), metadata: { ...bound('v').metadata, uid: 'uid-new' } } },
  ];
  test.each(waits)('$name', (each) => check({ ...each, of: 'volume' }));
});

describe('set 14: file systems and devices', () => {
  const mode = (volumeMode: string, more: object = {}): { readonly spec: object } => ({ spec: { volumeMode, ...more } });
  const [block, file] = [mode('Block'), mode('Filesystem')];
  const held = (claim: string, phase: string, more: VolumeMore): PersistentVolume => volumeOf('v', '10Gi', claim, phase, more);
  const asks = (volume: string, phase: string, more: ClaimMore): PersistentVolumeClaim => claimOf('c', '10Gi', volume, phase, more);
  const none = ['Normal FailedBinding'];
  const mismatch = ['Warning VolumeMismatch'];
  test.each<Case>([
    ...[block, file].map((each, index): Case => ({ name: `14-${index + 1} alike`, volumes: [held('', 'Available', each)], thenVolumes: [held(mine, 'Bound', { ...each, notes: 'bound' })], claims: [asks('', 'Pending', each)], thenClaims: [asks('v', 'Bound', { ...each, notes: 'bound completed' })] })),
    { name: '14-3 a file system for a device', volumes: [held('', 'Available', file)], claims: [asks('', 'Pending', block)], events: none },
    { name: '14-4 a device for a file system', volumes: [held('', 'Available', block)], claims: [asks('', 'Pending', file)], events: none },
    { name: '14-5 the class alone is alike', volumes: [held('', 'Available', mode('Filesystem', { storageClassName: 'absent' }))], claims: [asks('', 'Pending', mode('Block', { storageClassName: 'absent' }))], events: ['Warning ProvisioningFailed'] },
    { name: '14-5-1 the mode alone is alike', volumes: [held('', 'Available', mode('Filesystem', { storageClassName: 'gold' }))], claims: [asks('', 'Pending', mode('Filesystem', { storageClassName: 'absent' }))], events: ['Warning ProvisioningFailed'] },
    { name: '14-5-2 the mode alone is alike, and the claim names it', volumes: [held('', 'Available', mode('Filesystem', { storageClassName: 'gold' }))], claims: [asks('v', 'Pending', mode('Filesystem', { storageClassName: 'silver' }))], events: mismatch },
    ...[['14-7 and 14-10', block] as const, ['14-12', file] as const].map(([name, each]): Case => ({ name: `${name} it names the claim`, volumes: [held('c', 'Available', each)], thenVolumes: [held(mine, 'Bound', each)], claims: [asks('', 'Pending', each)], thenClaims: [asks('v', 'Bound', { ...each, notes: 'bound completed' })] })),
    { name: '14-8 the claim names a device', volumes: [held('', 'Available', block)], claims: [asks('v', 'Pending', file)], events: mismatch },
    { name: '14-8-1 a device names the claim', volumes: [held('c', 'Available', block)], claims: [asks('', 'Pending', file)], events: none },
    ...[['14-9', block] as const, ['14-11', file] as const].map(([name, each]): Case => ({ name: `${name} the claim names it`, volumes: [held('', 'Available', each)], thenVolumes: [held(mine, 'Bound', { ...each, notes: 'bound' })], claims: [asks('v', 'Pending', each)], thenClaims: [asks('v', 'Bound', { ...each, notes: 'completed' })] })),
    ...[['14-13', file, block] as const, ['14-13-1', block, file] as const].map(([name, of, wanted]): Case => ({
      name: `${name} it was bound to a claim of another mode`,
      of: 'volume',
      volumes: [held(mine, 'Available', { ...of, notes: 'bound' })],
      claims: [asks('', 'Pending', wanted)],
      events: [
        'Warning VolumeMismatch Cannot bind PersistentVolume to requested PersistentVolumeClaim "c" due to incompatible volumeMode.$',
        'Warning VolumeMismatch Cannot bind PersistentVolume "v" to requested PersistentVolumeClaim due to incompatible volumeMode.$',
      ],
    })),
    ...[['14-14', block] as const, ['14-14-1', file] as const].map(([name, each]): Case => ({ name: `${name} the claim is next`, of: 'volume', volumes: [held(mine, 'Available', { ...each, notes: 'bound' })], claims: [asks('', 'Pending', each)] })),
  ])('$name', check);
});

describe('set 13: classes', () => {
  const beta = 'volume.beta.kubernetes.io/storage-class=gold';
  const gold = (name: string, claim = '', phase = 'Available', more: VolumeMore = {}): PersistentVolume => {
    return volumeOf(name, '10Gi', claim, phase, { ...more, notes: [claim === '' ? '' : 'bound', beta].filter(Boolean).join(' ') });
  };
  const has = (more: ClaimMore): PersistentVolumeClaim => bound('b', '1Gi', { capacity: '10Gi', ...more });
  test.each<Case>([
    { name: '13-1 takes its class, though another is smaller', volumes: [free('a'), gold('b')], thenVolumes: [free('a'), gold('b', mine, 'Bound')], claims: [open('1Gi', { notes: beta })], thenClaims: [has({ notes: `${beta} bound completed` })] },
    { name: '13-2 takes one without a class', volumes: [volumeOf('a', '1Gi', '', 'Available', { notes: beta }), free('b', '10Gi')], thenVolumes: [volumeOf('a', '1Gi', '', 'Available', { notes: beta }), taken('b', '10Gi', mine, 'bound')], claims: [open()], thenClaims: [has({})] },
    { name: '13-3 not one of another class', volumes: [free('a', '1Gi', classed('silver')), gold('b', '', 'Available', classed('silver'))], thenVolumes: [free('a', '1Gi', classed('silver')), gold('b', mine, 'Bound', classed('silver'))], claims: [open('1Gi', { notes: beta })], thenClaims: [has({ notes: `${beta} bound completed` })] },
    { name: '13-4 the empty class', volumes: [free('v', '1Gi', classed(''))], thenVolumes: [volumeOf('v', '1Gi', mine, 'Bound', { notes: 'bound', ...classed('') })], claims: [open('1Gi', classed(''))], thenClaims: [bound('v', '1Gi', classed(''))] },
    { name: '13-5 no class in the claim', volumes: [free('v', '1Gi', classed(''))], thenVolumes: [volumeOf('v', '1Gi', mine, 'Bound', { notes: 'bound', ...classed('') })], claims: [open()], thenClaims: [bound('v')] },
    { name: '13-6 no class in the volume', volumes: [free('v')], thenVolumes: [taken('v', '1Gi', mine, 'bound')], claims: [open('1Gi', classed(''))], thenClaims: [bound('v', '1Gi', classed(''))] },
  ])('$name', check);
});
