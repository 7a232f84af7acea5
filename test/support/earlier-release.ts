import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { launch, newFolder, type Running, type Service, serviceOver } from './processes.ts'

/** The last state of the code before there were packages: its schema is older by some migrations, its dependencies are those of today. */
const commit = 'c153de3c1462a53e4d7409c4efa42ed2f23ff0da'

/** Why it cannot be made on this machine, or false. */
export const lackingEarlierRelease = (): string | false =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: packageRoot }).status === 0 ? false : 'this copy of the repository has no history'

export interface Release {
  /** Begins to run a command, and does not wait for it. */
  launch(words: readonly string[], settings: Readonly<Record<string, string>>): Running
  /** Runs until it is ready. */
  start(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<Service>
}

/** Built from its source, as its users did. */
export const buildEarlierRelease = async (): Promise<Release> => {
  const folder = join(await newFolder(), 'release')
  mkdirSync(folder)
  const source = execFileSync('git', ['archive', commit], { cwd: packageRoot, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: source })
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'pipe' })
  const program = join(folder, 'bin', 'openslot.mjs')
  const run = (words: readonly string[], settings: Readonly<Record<string, string>>) => launch(process.execPath, [program, ...words], settings)
  return { launch: run, start: (words, settings) => serviceOver(run(words, settings), settings) }
}
