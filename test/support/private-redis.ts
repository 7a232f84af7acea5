import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { Redis } from 'ioredis'
import { eventually } from './eventually.ts'
import { freePort } from './processes.ts'

/** A Redis of the test's own, to be killed and started again on the same port. */
export const privateRedis = async (t: TestContext) => {
  const port = await freePort()
  const address = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    server = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    )
    await eventually('Redis answers', () => answers(port))
  }
  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  t.after(kill)
  await start()
  return { url: address, start, kill, process: () => server as ChildProcess }
}

const answers = async (port: number): Promise<boolean> => {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}
