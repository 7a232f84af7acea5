import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { findZone, isZoneName, useNewerZoneFiles, useShippedZones, zoneDataVersion } from './zones.ts'

const folder = mkdtempSync(join(tmpdir(), 'openslot-zones-'))
after(() => {
  useShippedZones()
  rmSync(folder, { recursive: true })
})

const noon = Date.UTC(2027, 5, 1, 12)
const hour = 3_600_000

/** A zone file of version 2 with one offset and a rule: as small as they come. */
const zoneFile = (offsetSeconds: number, rule: string): Buffer => {
  const header = (types: number, characters: number): Buffer => {
    const bytes = Buffer.alloc(44)
    bytes.write('TZif2', 0, 'latin1')
    bytes.writeUInt32BE(types, 36)
    bytes.writeUInt32BE(characters, 40)
    return bytes
  }
  const type = Buffer.alloc(6)
  type.writeInt32BE(offsetSeconds, 0)
  const block = (): Buffer => Buffer.concat([header(1, 4), type, Buffer.from('XXX\0', 'latin1')])
  return Buffer.concat([block(), block(), Buffer.from(`\n${rule}\n`, 'latin1')])
}

const release = (version: string, zones: Readonly<Record<string, Buffer>>): void => {
  writeFileSync(
    join(folder, 'tzdata.zi'),
    [`# version ${version}`, ...Object.keys(zones).map((name) => `Z ${name} 0 - X`)].join('\n'),
  )
  for (const [name, bytes] of Object.entries(zones)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}

test('zone files that are newer are taken up while the process runs; older ones are not', () => {
  const shipped = zoneDataVersion()
  assert.equal(findZone('Europe/Lisbon')?.offsetAt(noon), hour)

  release('2001a', { 'Europe/Lisbon': zoneFile(0, 'XXX0') })
  assert.equal(useNewerZoneFiles(folder), false)
  assert.equal(zoneDataVersion(), shipped)

  release('2999a', { 'Europe/Lisbon': zoneFile(7200, 'XXX-2'), 'Mars/Phobos': zoneFile(0, 'XXX0') })
  assert.equal(useNewerZoneFiles(folder), true)
  assert.equal(zoneDataVersion(), '2999a')
  assert.equal(findZone('Europe/Lisbon')?.offsetAt(noon), 2 * hour)
  assert.equal(isZoneName('Mars/Phobos'), true)

  release('2999b', { 'Europe/Lisbon': zoneFile(3600, 'XXX-1') })
  assert.equal(useNewerZoneFiles(folder), true)
  assert.equal(findZone('Europe/Lisbon')?.offsetAt(noon), hour)
})

test('a name whose file is absent, as that of an alias in a package of its own, has the rules of the shipped table; one that nobody has is no zone', () => {
  useShippedZones()
  const calcutta = findZone('Asia/Calcutta')?.offsetAt(noon)
  release('2999c', { 'Europe/Lisbon': zoneFile(7200, 'XXX-2') })
  appendFileSync(join(folder, 'tzdata.zi'), '\nL Asia/Kolkata Asia/Calcutta\nL Mars/Phobos Mars/Deimos')
  assert.equal(useNewerZoneFiles(folder), true)
  assert.equal(findZone('Europe/Lisbon')?.offsetAt(noon), 2 * hour)
  assert.equal(findZone('asia/calcutta')?.offsetAt(noon), calcutta)
  assert.equal(findZone('Europe/Berlin')?.offsetAt(noon), 2 * hour, 'also one that the system does not list')
  assert.deepEqual([isZoneName('Mars/Deimos'), findZone('Mars/Deimos')], [false, undefined])
})

test('a folder without zone files changes nothing', () => {
  useShippedZones()
  assert.equal(useNewerZoneFiles(join(folder, 'nothing')), false)
})
