import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Home, isElsewhere } from './home.ts'

describe('whether a database is elsewhere', () => {
  const folder: Home = { kind: 'folder', inode: '7', born: '100' }
  const cluster: Home = { kind: 'postgres', database: '16385', system: '7000000000000000001' }
  const cases: readonly (readonly [what: string, known: Home, now: Home, expected: boolean])[] = [
    ['the same folder', folder, { ...folder }, false],
    ['another inode: a copy on the same filesystem', folder, { ...folder, inode: '8' }, true],
    ['the same inode, made at another time: a copy on another filesystem', folder, { ...folder, born: '200' }, true],
    ['a filesystem that does not tell when the folder was made', { kind: 'folder', inode: '7' }, folder, false],
    ['a filesystem that does not tell it any more', folder, { kind: 'folder', inode: '7' }, false],
    ['a filesystem whose inodes change by themselves', folder, { kind: 'folder' }, false],
    ['nothing was known', { kind: 'folder' }, folder, false],
    ['the same cluster and database: also after a failover', cluster, { ...cluster }, false],
    ['another cluster', cluster, { ...cluster, system: '7000000000000000002' }, true],
    ['another database of the same cluster', cluster, { ...cluster, database: '16386' }, true],
    ['a cluster that may not be asked', cluster, { kind: 'postgres', database: '16385' }, false],
    ['the other kind of database', folder, cluster, true],
  ]
  for (const [what, known, now, expected] of cases)
    test(`${expected ? 'yes' : 'no'}: ${what}`, () => assert.equal(isElsewhere(known, now), expected))
})
