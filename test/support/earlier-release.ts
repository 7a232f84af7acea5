import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { launch, newFolder, type Running, type Service, serviceOver } from './processes.ts'

/**
 * The last state of the code before there were packages: its schema is older by some migrations, its dependencies are
 * those of today.
 */
const commit = 'c153de3c1462a53e4d7409c4efa42ed2f23ff0da'

/** Why it cannot be made on this machine, or false. */
export const lackingEarlierRelease = (): string | false =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: packageRoot }).status === 0
    ? false
    : 'this copy of the repository has no history'

export interface Release {
  /** Begins to run a command, and does not wait for it. */
  launch(words: readonly string[], settings: Readonly<Record<string, string>>): Running
  /** Runs until it is ready. */
  start(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<Service>
}

/** Built from its source, as its users did. */
export const buildEarlierRelease = async (): Promise<Release> => {
  const program = join(await buildFolder(), 'bin', 'openslot.mjs')
  const run = (words: readonly string[], settings: Readonly<Record<string, string>>) =>
    launch(process.execPath, [program, ...words], settings)
  return { launch: run, start: (words, settings) => serviceOver(run(words, settings), settings) }
}

/** All that runs of it in a folder, to be put into an image: there was no image then. */
export const buildEarlierProgram = async (): Promise<string> => {
  const built = await buildFolder()
  const folder = await newFolder()
  for (const name of ['bin', 'dist', 'migrations', 'package.json'])
    cpSync(join(built, name), join(folder, name), { recursive: true })
  const { packages } = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const production = Object.entries(packages).flatMap(([path, { dev }]) => (path !== '' && !dev ? [path] : []))
  for (const path of production) cpSync(join(packageRoot, path), join(folder, path), { recursive: true })
  rmSync(built, { recursive: true })
  // The user in the image is another one than who built it.
  execFileSync('chmod', ['-R', 'go+rX', folder])
  return folder
}

const buildFolder = async (): Promise<string> => {
  const folder = join(await newFolder(), 'release')
  mkdirSync(folder)
  const source = execFileSync('git', ['archive', commit], { cwd: packageRoot, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: source })
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'pipe' })
  return folder
}
