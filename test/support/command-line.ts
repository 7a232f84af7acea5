import { Writable } from 'node:stream'
import { runWith } from '#cli/run.ts'
import type { SecretInput } from '#cli/secrets.ts'
import type { Ended } from './processes.ts'

const collecting = (): Writable & { text(): string } => {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk
      done()
    },
  })
  return Object.assign(stream, { text: () => text })
}

/**
 * Runs a command that works on the database, in this process: to start one takes most of a second. What only a process
 * can show (signals, pipes, the folder it holds) is tested with `openslot` in processes.ts.
 */
export const runCommand = async (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  stdin?: SecretInput,
): Promise<Ended> => {
  const [stdout, stderr] = [collecting(), collecting()]
  const allowed = { OPENSLOT_ALLOW_UNSAFE_DATABASE: 'on', ...environment }
  const code = await runWith(words, { stdout, stderr, environment: allowed, loadWiring, ...(stdin ? { stdin } : {}) })
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

const loadWiring = async () => {
  const unavailable = (): never => {
    throw new Error('A service is started in a process of its own.')
  }
  return {
    ...(await import('#context.ts')),
    serveHttp: unavailable,
    serveMetrics: unavailable,
    serveWorkerMetrics: unavailable,
    startWork: unavailable,
  }
}
