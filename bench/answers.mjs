import { cpuOf } from './postgres-cpu.mjs'
import { startBookingLoad, startLoad, startService } from './processes.mjs'
import { median } from './rounds.mjs'
import { monthOf, requestFor } from './speed.mjs'

const connections = 16

/**
 * Milliseconds of CPU time that an answer costs the service and PostgreSQL, without what follows from it: a process
 * that only serves, and is asked over 16 connections as fast as it answers.
 */
export const measureAnswers = async ({ settings, filled, first, postmaster, booking, rounds, atEnd }) => {
  const service = await startService(settings, atEnd, 'serve')
  await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)
  const load = startLoad(atEnd)
  const bookings = startBookingLoad(atEnd)
  const get = (path, token) => () =>
    load.run({ port: service.port, request: requestFor(path, token), connections, milliseconds: 700 })
  const organization = encodeURIComponent(`${settings.OPENSLOT_BASE_URL}/organizations/${filled.organization}`)
  const subjects = [
    {
      name: 'a booking',
      goal: { service: 2, postgres: 1.5 },
      run: () => bookings.run({ ...booking, port: service.port, milliseconds: 1500 }),
    },
    {
      name: 'a list of 20 scheduled events',
      goal: { service: 0.4, postgres: 0.4 },
      run: get(`/scheduled_events?organization=${organization}&count=20`, filled.token),
    },
    {
      name: 'a month of open times',
      goal: { service: 0.4, postgres: 0.4 },
      run: get(monthOf(first.eventTypes.few), first.token),
    },
  ]
  const figures = []
  for (const { name, goal, run } of subjects) {
    for (let warm = 0; warm < Math.min(rounds, 3); warm += 1) await run()
    const costs = []
    for (let round = 0; round < rounds; round += 1) costs.push(await costOf({ service, postmaster }, run))
    figures.push({
      name,
      goal,
      service: median(costs.map((cost) => cost.service)),
      postgres: median(costs.map((cost) => cost.postgres)),
    })
  }
  await service.stop()
  return figures
}

const costOf = async ({ service, postmaster }, run) => {
  const before = { service: (await service.read()).cpuMicroseconds, postgres: cpuOf(postmaster) }
  const answers = await run()
  const after = { service: (await service.read()).cpuMicroseconds, postgres: cpuOf(postmaster) }
  return {
    service: (after.service - before.service) / 1000 / answers,
    postgres: (after.postgres - before.postgres) / 1000 / answers,
  }
}
