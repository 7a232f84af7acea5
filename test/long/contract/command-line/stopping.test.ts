// seconds: 12
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../support/eventually.ts'
import { getOnce, keepAsking } from '../../../support/kept-connections.ts'
import { newInstallation, type Service, startService } from '../../../support/processes.ts'
import { openProgram } from '../../../support/programs.ts'

const callers = 50

/** When the time for a shutdown is over, requests are cut off, and may be. */
const cutOffSeconds = 11

describe('asked to stop', () => {
  const start = async (): Promise<{ service: Service; token: string }> => {
    const service = await startService({ ...(await newInstallation()), OPENSLOT_RATE_LIMITS: 'off' }, [
      'start',
      '--json',
    ])
    return { service, token: JSON.parse(service.stdout()).token }
  }

  test('under load, it drops no request: 50 callers on kept connections are all answered, and it ends with 0', async (t) => {
    const { service, token } = await start()
    let answered = 0
    const count = (): void => {
      answered += 1
    }
    const asking = Array.from({ length: callers }, () => keepAsking(`${service.address}/users/me`, token, count))
    await eventually('all are at work', () => answered > 4 * callers)
    const began = performance.now()
    const { code, signal } = await service.stop()
    const seconds = (performance.now() - began) / 1000
    const outcomes = await Promise.all(asking)
    const statuses = outcomes.flatMap((outcome) => outcome.statuses)
    console.log(`${statuses.length} requests answered, stopped in ${seconds.toFixed(1)} s`)
    if (seconds > cutOffSeconds)
      return t.skip(`this machine was too busy: the stop took ${seconds.toFixed(1)} s, all the time it has`)
    assert.deepEqual(
      outcomes.flatMap((outcome) => outcome.dropped),
      [],
    )
    assert.deepEqual(new Set(statuses), new Set([200]))
    assert.ok(statuses.length >= callers, `${statuses.length}`)
    assert.deepEqual({ code, signal }, { code: 0, signal: null })
  })

  test('it reports "not ready" first, and still answers; a second signal ends it at once', async () => {
    const { service, token } = await start()
    const agent = new Agent({ keepAlive: true })
    // A request that never comes to its end keeps it waiting.
    const hanging = connect(Number(new URL(service.address).port), '127.0.0.1').on('error', () => {})
    hanging.write(
      'POST /organization_invitations HTTP/1.1\r\nhost: a\r\nauthorization: Bearer x\r\ncontent-length: 10\r\n\r\n{',
    )
    await getOnce(`${service.address}/users/me`, token, agent)
    service.process.kill('SIGTERM')
    await eventually(
      'it says that it is not ready',
      async () => (await getOnce(`${service.address}/health/ready`, token, agent)).status === 503,
    )
    assert.deepEqual(await getOnce(`${service.address}/users/me`, token, agent), { status: 200, isLast: true })

    // Longer than a signal counts as the echo of the first one: here time itself is tested.
    await pause(1_200)
    assert.equal(service.process.exitCode, null)
    service.process.kill('SIGTERM')
    assert.equal((await service.ended).code, 143)
    hanging.destroy()
    agent.destroy()
  })

  test('it writes its last lines, and ends although nobody reads them any more', async () => {
    const program = openProgram('test/support/logging-process.ts', [], 'pipe')
    const { process: logging, send } = program.start()
    await once(logging, 'spawn')
    logging.stderr?.destroy()
    send({})
    assert.deepEqual(await exitOf(logging), { code: 0, signal: null })
  })

  test('it ends by itself although what it logs is not read, and its pipe is full', async () => {
    const { process: logging } = openProgram('test/support/unread-process.ts', [], 'pipe').start('end')
    assert.deepEqual(await exitOf(logging), { code: null, signal: 'SIGKILL' })
  })

  test('a second signal ends it then, too', async () => {
    const { process: logging, hear } = openProgram('test/support/unread-process.ts', [], 'pipe').start('wait')
    assert.deepEqual(await hear(), { running: true })
    logging.kill('SIGTERM')
    assert.deepEqual(await hear(), { asked: true })
    // Longer than a signal counts as the echo of the first one.
    await pause(1_200)
    logging.kill('SIGTERM')
    assert.deepEqual(await exitOf(logging), { code: null, signal: 'SIGKILL' })
  })

  test('it is killed in time although it is in an endless loop', async () => {
    const { process: looping } = openProgram('test/support/looping-process.ts').start()
    assert.deepEqual(await exitOf(looping), { code: null, signal: 'SIGKILL' })
  })

  test('it is killed in time although it cannot log what it crashed of', async () => {
    const { process: crashing } = openProgram('test/support/crashing-process.ts').start()
    assert.deepEqual(await exitOf(crashing), { code: null, signal: 'SIGKILL' })
  })
})

const exitOf = (child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> =>
  new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })))
