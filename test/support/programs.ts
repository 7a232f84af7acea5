import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '#platform/root.ts'

export interface Program {
  start(...words: string[]): Running
  /** Ends all that still run. */
  close(): Promise<void>
}

export interface Running {
  readonly process: ChildProcess
  send(message: object): void
  /** The next thing it says. */
  hear<Message>(): Promise<Message>
}

/**
 * A program of the tests, compiled, to be run in processes of its own: they talk by messages, and do not outlive the test.
 * `inside` is what it is run by, if it is: `unshare --net`, for one.
 */
export const compileProgram = async (file: string, inside: readonly string[] = []): Promise<Program> => {
  // Inside the package, where it finds its modules.
  const built = join(packageRoot, 'dist')
  await mkdir(built, { recursive: true })
  const folder = await mkdtemp(join(built, 'program-'))
  const outfile = join(folder, `${basename(file, '.ts')}.mjs`)
  await build({
    absWorkingDir: packageRoot,
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  const started: ChildProcess[] = []
  return {
    start: (...words) => {
      const [execPath = process.execPath, ...execArgv] = inside.length > 0 ? [...inside, process.execPath] : []
      const child = fork(outfile, words, { execPath, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      started.push(child)
      return { process: child, send: (message) => void child.send(message), hear: async () => (await firstOf(child))[0] }
    },
    close: async () => {
      await Promise.all(started.map(end))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const firstOf = async (child: ChildProcess): Promise<[never]> => {
  const heard = new AbortController()
  try {
    return await Promise.race([
      once(child, 'message', { signal: heard.signal }) as Promise<[never]>,
      once(child, 'exit', { signal: heard.signal }).then(([code, signal]): never => {
        throw new Error(`The process ended (${code ?? signal}) instead of answering.`)
      }),
    ])
  } finally {
    heard.abort()
  }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
