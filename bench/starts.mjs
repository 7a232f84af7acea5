import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startService } from './processes.mjs'
import { median } from './rounds.mjs'

/** How long a start takes that finds its data, and what the process holds when nobody asks it anything. */
export const measureStarts = async (name, settings, goals, { times, idleSeconds }, atEnd) => {
  await once(settings, atEnd, 0) // the first one makes the data
  const figures = []
  for (let start = 1; start <= times; start += 1)
    figures.push(await once(settings, atEnd, start === times ? idleSeconds * 1000 : 0))
  const { idleMegabytes } = figures.at(-1)
  return {
    name,
    times,
    readySeconds: median(figures.map(({ readySeconds }) => readySeconds)),
    idleSeconds,
    idleMegabytes,
    goals,
  }
}

const once = async (settings, atEnd, idle) => {
  const service = await startService(settings, atEnd)
  const readySeconds = (await service.untilReady(`http://127.0.0.1:${service.port}/health/ready`)) / 1000
  await pause(idle)
  const { residentBytes } = await service.read()
  await service.stop()
  return { readySeconds, idleMegabytes: residentBytes / 1e6 }
}

export const embeddedSettings = (folder) => {
  const dataFolder = join(folder, 'embedded')
  mkdirSync(dataFolder, { mode: 0o700 })
  return { OPENSLOT_DATA: dataFolder }
}
