import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { packageRoot } from '#platform/root.ts'
import { atEnd } from './at-end.ts'
import { databaseKind, newDataFolder, newPostgresDatabase } from './databases.ts'

type Settings = Readonly<Record<string, string>>

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The real command, in a process of its own. */
export interface Running {
  readonly process: ChildProcess
  readonly pid: number
  stdout(): string
  stderr(): string
  readonly ended: Promise<Ended>
}

const started = new Set<ChildProcess>()
const folders: string[] = []

atEnd(async () => {
  for (const child of started) end(child)
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

/** With the group that it leads, if it does: what npm started does not end with npm. */
const end = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** Nothing of the shell the tests run in, but what a process needs to live. */
const bareEnvironment: Settings = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  OPENSLOT_ALLOW_UNSAFE_DATABASE: 'on',
}

export const launch = (command: string, words: readonly string[], settings: Settings): Running => {
  const child = spawn(command, words, {
    cwd: packageRoot,
    env: { ...bareEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<Ended>((done) =>
    child.once('close', (code, signal) => {
      started.delete(child)
      done({ code, signal, stdout, stderr })
    }),
  )
  return { process: child, pid: child.pid ?? 0, stdout: () => stdout, stderr: () => stderr, ended }
}

/** A generous guard against hanging: how long it takes is printed elsewhere, never asserted. */
const guardMilliseconds = 120_000

/** In short tests code is optimized late: most of it runs a few times. */
export const compileLess: readonly string[] = process.env.OPENSLOT_TEST_LONG ? [] : ['--interrupt-budget=2000000']

/**
 * As `npm start` and `npm run openslot` run it, but for these flags: the optimizing compiler takes half of the time in
 * which the embedded database starts, and these processes are too short-lived to gain from it.
 */
const program = [
  process.execPath,
  [
    '--v8-pool-size=1',
    '--max-semi-space-size=32',
    '--liftoff-only',
    ...compileLess,
    join(packageRoot, 'bin', 'openslot.mjs'),
  ],
] as const

/** Begins to run a command, and does not wait for it. */
export const launchCommand = (words: readonly string[], settings: Settings): Running =>
  launch(program[0], [...program[1], ...words], settings)

/** Runs a command to its end. */
export const openslot = async (words: readonly string[], settings: Settings): Promise<Ended> => {
  const running = launch(program[0], [...program[1], ...words], settings)
  const guard = setTimeout(() => running.process.kill('SIGKILL'), guardMilliseconds)
  const ended = await running.ended
  clearTimeout(guard)
  return ended
}

export interface Service extends Running {
  readonly address: string
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  ask(path: string, token?: string): Promise<{ readonly status: number; readonly body: any }>
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<Ended>
}

/** Runs until it says that it is ready, and is ended with the tests if they do not. */
export const startService = async (settings: Settings, words: readonly string[] = ['start']): Promise<Service> =>
  serviceOver(launch(program[0], [...program[1], ...words], settings), settings)

export const serviceOver = async (running: Running, settings: Settings): Promise<Service> => {
  const address = `http://127.0.0.1:${settings.PORT}`
  const ask = async (path: string, token?: string) => {
    const answer = await fetch(
      address + path,
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    )
    return { status: answer.status, body: await answer.json() }
  }
  let over = false
  void running.ended.then(() => {
    over = true
  })
  for (const end = performance.now() + guardMilliseconds; ; ) {
    if (over) throw new Error(`The service ended before it was ready: ${running.stdout()}${running.stderr()}`)
    const isReady = await ask('/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) break
    if (performance.now() > end) throw new Error(`The service was not ready in time: ${running.stderr()}`)
    await pause(25)
  }
  const stop = (): Promise<Ended> => {
    running.process.kill('SIGTERM')
    return running.ended
  }
  return { ...running, address, ask, stop }
}

/** Below those that outgoing connections get by themselves: one of these could take it before the service does. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'openslot-data-'))
  folders.push(folder)
  return folder
}

/**
 * The settings of a service of its own, on a migrated database without an organization, of the kind this run is about.
 */
export const newInstallation = async (): Promise<Settings> => ({
  PORT: String(await freePort()),
  ...(databaseKind === 'postgres'
    ? { DATABASE_URL: await newPostgresDatabase(), OPENSLOT_DATA: await newFolder() }
    : { OPENSLOT_DATA: await newDataFolder() }),
})
