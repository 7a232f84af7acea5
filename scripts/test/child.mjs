import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs a program to its end, in a process group of its own that `atEnd` ends when the run is stopped. */
export const runToEnd = async (command, words, { atEnd, ...options }) => {
  const child = spawn(command, words, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const complaint = lastWords(child)
  const ended = new Promise((done) =>
    child.once('error', (error) => done(error.message)).once('close', (code, signal) => done(code ?? signal)),
  )
  atEnd(async () => {
    endGroup(child)
    await ended
  })
  const code = await ended
  if (code !== 0) throw new Error(`${command} ${words[0]} ended with ${code}: ${complaint()}`)
}

/** What it wrote to standard error, as far as one wants to read it. */
export const lastWords = (child) => {
  let text = ''
  child.stderr.on('data', (chunk) => {
    text = `${text}${chunk}`.slice(-4000)
  })
  return () => text
}

/**
 * Every process that names this folder in its command line or environment: a service, a PostgreSQL or a Chromium of a
 * test has its data there. Some of them have left the process group of the test that started them.
 */
export const endAllOf = (folder) => {
  if (!existsSync('/proc/self/environ')) return
  const names = (text) => text.includes(`${folder}/`) || text.includes(`${folder}\0`)
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid)
  for (const pid of pids.filter((pid) =>
    ['cmdline', 'environ'].some((name) => names(textIn(join('/proc', String(pid), name)))),
  )) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Empty when the process has ended, or is not ours to look into. */
const textIn = (file) => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** The process, and what it started in its group. */
export const endGroup = (child) => {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of them are gone, or it never started.
  }
}
