// Writes down what node:test tells, one JSON value a line. At once and not through a stream: a test that hangs must be
// on record.
import { AssertionError } from 'node:assert'
import { openSync, readFileSync, writeSync } from 'node:fs'
import { inspect } from 'node:util'

const record = openSync(process.env.OPENSLOT_TEST_RECORD, 'a')

// biome-ignore lint/style/noDefaultExport: node:test takes a reporter this way.
export default async function* (events) {
  for await (const { type, data } of events) {
    const line = lineFor(type, data)
    if (line) write(line)
  }
  write({ type: 'end' })
  yield ''
}

const write = (line) => writeSync(record, `${JSON.stringify(line)}\n`)

/** Of this process and those it started that have ended, in seconds. */
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + cpuSecondsOfEnded()
}

/**
 * proc(5): the 16th and 17th field, in hundredths. The second is a name in parentheses, which may have spaces in it.
 */
const cpuSecondsOfEnded = () => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

const lineFor = (type, data) => {
  const { name, nesting, file, line } = data
  switch (type) {
    case 'test:dequeue':
    case 'test:start':
      return { type, name, nesting, file, line }
    case 'test:pass':
    case 'test:fail': {
      const { duration_ms: milliseconds, type: kind = 'test', error } = data.details
      return {
        type,
        name,
        nesting,
        file,
        line,
        milliseconds,
        kind,
        ...(nesting === 0 && { cpuSeconds: cpuSeconds() }),
        skip: data.skip,
        todo: data.todo,
        ...(error && { error: describe(error), cause: error.failureType }),
      }
    }
    case 'test:diagnostic':
      return data.message.startsWith('Warning:') || data.message.startsWith('Error:')
        ? { type, message: data.message }
        : undefined
  }
}

/** The error as the test threw it, without the lines of Node's own machinery. */
const describe = (failure) => {
  const error = failure.cause ?? failure
  const text = error instanceof AssertionError ? error.stack : inspect(error, { depth: 6 })
  return text
    .split('\n')
    .filter((line) => !/^\s+at .*(node:internal|node:async_hooks|\(<anonymous>\)$)/.test(line))
    .join('\n')
}
