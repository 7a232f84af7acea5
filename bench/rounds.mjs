/**
 * Requests per second of CPU time of the server process, for several subjects in turn, so that whatever else the
 * machine does hits all of them alike. Every other round goes the other way round.
 */
export const measureRounds = async (subjects, load, { rounds, milliseconds, connections, warm }) => {
  const figures = new Map(subjects.map(({ name }) => [name, []]))
  for (const subject of subjects) await warmUp(subject, load, connections, warm)
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      figures.get(subject.name).push(await measure(subject, load, { milliseconds, connections }))
    }
  }
  return figures
}

/** V8 compiles what runs often, and the last of it only after thousands of requests. */
const warmUp = async ({ server, request }, load, connections, { requests, seconds }) => {
  const end = performance.now() + seconds * 1000
  for (let answers = 0; answers < requests && performance.now() < end; ) {
    answers += await load.run({ port: server.port, request, connections, milliseconds: Math.min(500, seconds * 1000) })
  }
}

const measure = async ({ server, request }, load, { milliseconds, connections }) => {
  const before = await server.read()
  const began = performance.now()
  const answers = await load.run({ port: server.port, request, connections, milliseconds })
  const seconds = (performance.now() - began) / 1000
  const after = await server.read()
  return {
    perCpuSecond: (answers * 1e6) / (after.cpuMicroseconds - before.cpuMicroseconds),
    perSecond: answers / seconds,
  }
}

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The value below which this part of them lies. */
export const quantile = (values, part) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round(part * (sorted.length - 1))]
}

/**
 * How far the rounds lie apart: half the distance between the first and the third quarter of them, as a part of their
 * median.
 */
export const spread = (values) => (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values)
