// Loaded into a server before its own code: tells its parent what the process has used so far and what it holds, and
// profiles it when asked to. It does nothing until it is asked, and does not keep the process alive.
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

/** After a full collection. Open are sockets, timers, files and whatever else keeps the event loop busy. */
const readHeld = async () => {
  const collector = new Session()
  collector.connect()
  await collector.post('HeapProfiler.collectGarbage')
  collector.disconnect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return {
    heapBytes: heapUsed,
    bufferBytes: external,
    residentBytes: rss,
    open: process.getActiveResourcesInfo().length,
  }
}

const answers = { read, readHeld, startProfile, stopProfile }

process.on('message', async (message) => process.send(await answers[message]()))
process.channel?.unref()
