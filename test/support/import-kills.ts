import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { assertSameSides } from './both-sides.ts'
import { aCast } from './cast.ts'
import { runCommand } from './command-line.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { listeningApp } from './listening-app.ts'
import { fillOrganization } from './many-meetings.ts'
import { launchCommand, newInstallation, startService } from './processes.ts'

export interface ImportRounds {
  readonly users: number
  readonly meetings: number
  readonly kills: number
  /** Of a hundred requests, how many fail. */
  readonly faults: number
}

/**
 * An import through a faulty proxy, killed again and again, and at last not: both sides list the same. Gives the
 * settings of what was imported into.
 */
export const killImportAgainAndAgain = async ({
  users,
  meetings,
  kills,
  faults,
}: ImportRounds): Promise<Readonly<Record<string, string>>> => {
  const source = await listeningApp()
  const cast = await aCast(source.app)
  await fillOrganization(source.app, cast, { users, meetings })
  const proxy = await faultyProxy(source.address, faults)
  const here = {
    ...(await newInstallation()),
    OPENSLOT_RATE_LIMITS: 'off',
    OPENSLOT_OUTBOUND_ALLOW: '127.0.0.0/8',
    OPENSLOT_IMPORT_TOKEN: cast.owner.token,
  }
  const words = ['import', 'calendly', '--url', proxy.address]
  let peak = 0
  let worked = 0
  for (let life = 0; life <= kills; life += 1) {
    const running = launchCommand(words, here)
    let isOver = false
    const ended = running.ended.finally(() => {
      isOver = true
    })
    while (!isOver && running.stderr() === '') await pause(20)
    const began = performance.now()
    // At another moment of its work each time.
    const until =
      life < kills ? began + randomInt(50, Math.max(100, (meetings * 12) / kills)) : Number.POSITIVE_INFINITY
    while (!isOver && performance.now() < until) {
      peak = Math.max(peak, await peakKilobytes(running.pid))
      await pause(20)
    }
    worked += performance.now() - began
    if (!isOver) running.process.kill('SIGKILL')
    const { code, stdout, stderr } = await ended
    if (life === kills) assert.equal(code, 0, stdout + stderr)
  }
  const made = await runCommand(
    ['token', 'create', '--email', cast.owner.email, '--name', 'test', '--all-scopes', '--json'],
    here,
  )
  const service = await startService(here)
  try {
    const counts = await assertSameSides(
      { address: source.address, token: cast.owner.token },
      { address: service.address, token: JSON.parse(made.stdout).token },
    )
    assert.equal(counts.scheduled_events, meetings)
    const minutes = worked / 60_000
    console.log(
      `${meetings} meetings in ${kills + 1} lives, ${Math.round(meetings / minutes)} a minute, at most ${Math.round(peak / 1024)} MB; ${JSON.stringify(proxy.counts)}`,
    )
    return here
  } finally {
    await service.stop()
    await proxy.close()
    await source.close()
  }
}

const peakKilobytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0)
}
