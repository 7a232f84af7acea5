import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileLess } from './processes.ts'

/** The runner compiles all `test/support/*-process.ts` with the tests, and says where. */
const compiledFolder = process.env.OPENSLOT_TEST_PROGRAMS ?? ''

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
 * A program of the tests, to be run in processes of its own: they talk by messages, and do not outlive the test.
 * `inside` is what it is run by, if it is: `unshare --net`, for one.
 */
export const openProgram = (
  file: string,
  inside: readonly string[] = [],
  stderr: 'inherit' | 'pipe' = 'inherit',
): Program => {
  const compiled = join(compiledFolder, file.replace(/\.ts$/, '.js'))
  const started: ChildProcess[] = []
  return {
    start: (...words) => {
      const [execPath = process.execPath, ...execArgv] = inside.length > 0 ? [...inside, process.execPath] : []
      const child = fork(compiled, words, {
        execPath,
        execArgv: [...execArgv, '--liftoff-only', ...compileLess],
        stdio: ['ignore', 'inherit', stderr, 'ipc'],
      })
      started.push(child)
      return {
        process: child,
        send: (message) => void child.send(message),
        hear: async () => (await firstOf(child))[0],
      }
    },
    close: async () => void (await Promise.all(started.map(end))),
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
