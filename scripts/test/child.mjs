import { spawn } from 'node:child_process'

/** Runs a program to its end, in a process group of its own that `atEnd` ends when the run is stopped. */
export const runToEnd = async (command, words, { atEnd, ...options }) => {
  const child = spawn(command, words, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const complaint = lastWords(child)
  const ended = new Promise((done) => child.once('error', (error) => done(error.message)).once('close', (code, signal) => done(code ?? signal)))
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

/** The process and whatever it started and left behind. */
export const endGroup = (child) => {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of them are gone, or it never started.
  }
}
