// Loaded into a server before its own code: tells its parent what the process has used so far, and profiles it when asked to. It does nothing
// until it is asked, and does not keep the process alive.
import { Session } from 'node:inspector/promises'

let session

const startProfile = async () => {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  return {}
}

const stopProfile = async () => {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return profile
}

const read = async () => {
  const { user, system } = process.cpuUsage()
  return { cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() }
}

const answers = { read, startProfile, stopProfile }

process.on('message', async (message) => process.send(await answers[message]()))
process.channel?.unref()
