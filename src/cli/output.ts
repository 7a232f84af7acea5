import type { Writable } from 'node:stream'
import type { Document } from '#process/command-server.ts'

/**
 * Where a command writes: results to standard output, errors to standard error, and with `--json` one document
 * only.
 */
export interface Output {
  readonly json: boolean
  /** The result. */
  show(document: Document, text: string): void
  showError(text: string): void
}

export interface Streams {
  readonly stdout: Writable
  readonly stderr: Writable
}

export const openOutput = (json: boolean, { stdout, stderr }: Streams): Output => {
  // The reader may be gone (`| head -1`): that is no reason to stop.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    json,
    show: (document, text) => void stdout.write(`${json ? JSON.stringify(document, null, 2) : text}\n`),
    showError: (text) => void stderr.write(`${text}\n`),
  }
}

/** Until what was written has left the process: a pipe takes it piece by piece, and an exit would cut it off. */
export const settled = (): Promise<unknown> => {
  const drained = (stream: NodeJS.WriteStream): Promise<void> =>
    new Promise((done) => (stream.destroyed ? done() : stream.write('', () => done())))
  return Promise.all([drained(process.stdout), drained(process.stderr)])
}
