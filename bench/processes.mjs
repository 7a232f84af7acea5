import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../scripts/ready.mjs'

export const fileIn = (name) => join(root, 'bench', name)

/**
 * The service exactly as `npm start` starts it, on a port of its own; or only a part of it: `serve` answers, and leaves
 * what follows to others.
 */
export const startService = async (settings, atEnd, part = 'start') => {
  const { start } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts
  const port = await freePort()
  return {
    port,
    ...startMetered(
      start.replace(/start$/, part),
      [],
      { shell: true, env: { PORT: String(port), ...settings } },
      atEnd,
    ),
  }
}

export const startBareServer = async (settings, atEnd) => {
  const port = await freePort()
  return {
    port,
    ...startMetered(
      process.execPath,
      [fileIn('bare-server.mjs')],
      { env: { BENCH_PORT: String(port), ...settings } },
      atEnd,
    ),
  }
}

/** A program of the bench that serves. */
export const startProgram = async (program, settings, atEnd) => {
  const port = await freePort()
  return {
    port,
    ...startMetered(
      process.execPath,
      ['--v8-pool-size=1', program],
      { env: { PORT: String(port), ...settings } },
      atEnd,
    ),
  }
}

/** With the meter in it. What it prints and logs goes nowhere, as to a collector that keeps up. */
const startMetered = (command, words, { env, shell = false }, atEnd) => {
  const began = performance.now()
  const meter = `--import="${new URL('meter.mjs', import.meta.url).href}"`
  const child = spawn(command, words, {
    cwd: root,
    shell,
    env: { ...ownEnvironment(), NODE_OPTIONS: meter, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    if (complaint.length < 4000) complaint += chunk
  })
  const ended = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (!hasEnded()) child.kill('SIGTERM')
    await Promise.race([ended, pause(20_000, undefined, { ref: false })])
    if (!hasEnded()) child.kill('SIGKILL')
  }
  atEnd(stop)
  return {
    stop,
    /** CPU time and memory that the process has used. */
    read: () => exchange(child, 'read'),
    /** What it holds after everything that is not needed any more was let go. */
    readHeld: () => exchange(child, 'readHeld'),
    startProfile: () => exchange(child, 'startProfile'),
    stopProfile: () => exchange(child, 'stopProfile'),
    /** Milliseconds from its start until the address answers. */
    untilReady: async (url) => {
      while (!(await answers(url))) {
        if (hasEnded() || performance.now() - began > 120_000)
          throw new Error(`${url} did not become ready. It said: ${complaint}`)
        await pause(5)
      }
      return performance.now() - began
    },
  }
}

const answers = (url) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

export const startLoad = (atEnd) => startGenerator('load.mjs', atEnd)

export const startBookingLoad = (atEnd) => startGenerator('booking-load.mjs', atEnd)

/** A load generator: `run` gives the number of answers. */
const startGenerator = (file, atEnd) => {
  const child = spawn(process.execPath, [fileIn(file)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  atEnd(async () => void child.kill('SIGKILL'))
  return {
    run: async (order) => {
      const { answers, failed } = await exchange(child, order)
      if (failed) throw new Error(failed)
      return answers
    },
  }
}

/** Bookings at a steady rate: gives how many were answered, and how soon. */
export const startPacedLoad = (atEnd) => {
  const child = spawn(process.execPath, [fileIn('paced-load.mjs')], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  atEnd(async () => void child.kill('SIGKILL'))
  return async (order) => {
    const result = await exchange(child, order)
    if (result.failed) throw new Error(result.failed)
    return result
  }
}

/** A program that takes what the service sends: mails or messages. */
export const startSink = async (file, words, atEnd) => {
  const child = spawn(process.execPath, [fileIn(file), ...words], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  atEnd(async () => void child.kill('SIGKILL'))
  const [port] = await once(child, 'message')
  return { port, countTaken: () => exchange(child, 'count') }
}

/** Runs a program of ours to its end and reads the JSON it printed. */
export const runForJson = async (program, settings) => {
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: root,
    env: { ...ownEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}.`)
  return JSON.parse(printed)
}

/** Nothing that is set for this run may reach the servers by accident. */
const ownEnvironment = () => {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_ENV: 'production' }
}

const exchange = (child, message) =>
  new Promise((done, fail) => {
    const ended = () => fail(new Error('A process of the bench ended before it was asked to.'))
    child.once('exit', ended).once('message', (answer) => {
      child.off('exit', ended)
      done(answer)
    })
    child.send(message)
  })

const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address()
        probe.close(() => done(port))
      })
  })
