import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { packageRoot } from '#platform/root.ts'
import { refusedLicences } from '../../scripts/release/licences.mjs'
import { sbomOf } from '../../scripts/release/sbom.mjs'

const read = (name: string) => JSON.parse(readFileSync(join(packageRoot, name), 'utf8'))

describe('what a release is made of', () => {
  test('every package that production installs is under a licence that lets everybody pass it on', () => {
    assert.deepEqual(refusedLicences(read('package-lock.json')), [])
    const copyleft = {
      packages: { 'node_modules/one': { license: 'GPL-3.0' }, 'node_modules/two': { license: 'GPL-3.0', dev: true } },
    }
    assert.deepEqual(refusedLicences(copyleft), ['one: GPL-3.0'])
  })

  test('the bill of materials names exactly the packages of the lockfile that a production install has, with their digests', () => {
    const lock = read('package-lock.json')
    const { components } = sbomOf(read('package.json'), lock)
    const named = components.map(({ name, version }) => `${name}@${version}`)
    const reached = reachedFrom(lock.packages)
    assert.deepEqual([...named].sort(), [...reached].sort())
    for (const { hashes } of components) assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/)
  })
})

interface Locked {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** By following the dependencies as Node finds them, and not by what the lockfile says about who needs what. */
const reachedFrom = (packages: Readonly<Record<string, Locked>>): Set<string> => {
  const seen = new Map<string, string>()
  const follow = (path: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] as Locked
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = placeFor(packages, path, name)
      if (found === undefined || seen.has(found)) continue
      seen.set(found, `${name}@${packages[found]?.version}`)
      follow(found)
    }
  }
  follow('')
  return new Set(seen.values())
}

const placeFor = (packages: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}
