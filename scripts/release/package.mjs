// Makes the npm package in dist/release: `npx openslot` runs it. Everything is in one bundle but the embedded database.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle, notBundled } from '../bundle.mjs'
import { ensurePackages, root } from '../ready.mjs'
import { licenceTexts } from './licences.mjs'
import { sbomOf } from './sbom.mjs'

export const release = join(root, 'dist', 'release')

/** The folder of the package, and the file that npm makes of it. */
export const makePackage = async (folder = release) => {
  ensurePackages()
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const staged = join(folder, 'package')
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(staged, { recursive: true })

  const { files, packages } = await bundle(await import('esbuild'), { forRelease: true })
  for (const { path, contents } of files) write(join(staged, path.slice(root.length)), contents)
  for (const name of ['bin', 'migrations', 'docs', 'README.md', 'LICENSE', 'CHANGELOG.md'])
    cpSync(join(root, name), join(staged, name), {
      recursive: true,
      filter: (path) => !/\/docs\/(pictures|decisions)$/.test(path),
    })
  write(join(staged, 'licences.txt'), licenceTexts(packages))
  write(join(staged, 'sbom.cdx.json'), JSON.stringify(sbomOf(own, lock), null, 1))
  write(join(staged, 'package.json'), `${JSON.stringify(published(own), null, 2)}\n`)

  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: staged,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  return { staged, file: join(folder, filename), packages }
}

/** Only what users of the package need: nothing is built, and nothing is fetched but what is not in the bundle. */
const published = ({ name, version, description, license, type, engines, bin, dependencies }) => ({
  name,
  version,
  description,
  license,
  type,
  engines,
  bin,
  dependencies: Object.fromEntries(notBundled.map((external) => [external, dependencies[external]])),
})

const write = (path, contents) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, contents)
  renameSync(`${path}.new`, path)
}

if (process.argv[1] === import.meta.filename) {
  const { file, packages } = await makePackage(process.argv[2])
  console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB, with ${packages.length} packages in it`)
}
