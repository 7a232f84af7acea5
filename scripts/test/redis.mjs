import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { find } from './requirements.mjs'

/** A Redis of our own, on a port that was free, that writes nothing to disk. */
export const startRedis = async (folder, atEnd) => {
  mkdirSync(folder)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort()
    const settings = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ]
    const server = spawn(find('redis'), settings, { detached: true, stdio: 'ignore' })
    const ended = new Promise((done) => server.once('close', done).once('error', done))
    atEnd(async () => {
      server.kill('SIGKILL')
      await ended
    })
    if (await isUp(server, port)) return `redis://127.0.0.1:${port}`
  }
  throw new Error('The throw-away Redis did not start.')
}

const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address()
        probe.close(() => done(port))
      })
  })

/** False when it ended, or when somebody else took the port meanwhile. */
const isUp = async (server, port) => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (server.exitCode !== null) return false
    if (await answers(port)) return server.exitCode === null
    await pause(50)
  }
  return false
}

const answers = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', (reply) => {
      socket.destroy()
      done(String(reply).startsWith('+PONG'))
    })
    socket.once('error', () => done(false))
  })
