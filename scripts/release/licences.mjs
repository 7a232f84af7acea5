import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../ready.mjs'

/** Licences that let anybody run, change and pass on what is under them, also together with ours. */
export const allowedLicences = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'PostgreSQL',
]

/** What a package says about itself that we may not pass on, as `name: licence`. */
export const refusedLicences = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { dev, license }]) => path !== '' && !dev && !allowedLicences.includes(license))
    .map(([path, { license }]) => `${path.replace(/^.*node_modules\//, '')}: ${license}`)

/** The licences of packages that are in the bundle: most ask that their text goes along. */
export const licenceTexts = (packages) =>
  packages
    .map((name) => {
      const folder = join(root, 'node_modules', name)
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const files = existsSync(folder)
        ? readdirSync(folder)
            .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
            .sort()
        : []
      return [
        `${name} ${version} (${license})`,
        ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
      ].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n')
