import assert from 'node:assert/strict'
import { Worker } from '#execution/jobs/worker.ts'
import { importing } from '#imports/index.ts'
import { resourceOf } from './answers.ts'
import type { TestApp } from './app.ts'
import type { CalendlyStandIn } from './calendly-stand-in.ts'
import type { Person } from './cast.ts'
import { recordedLog } from './recorded-log.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an API answers.
type Json = any

/** Imports from there to the end, as the service does it, and gives the report. */
export const importFrom = async (
  app: TestApp,
  by: Person,
  { address, token }: Pick<CalendlyStandIn, 'address' | 'token'>,
  body: object = {},
): Promise<Json> => {
  const started = await app.ask('POST /imports', {
    token: by.token,
    body: { kind: 'calendly', url: address, token, ...body },
  })
  assert.equal(started.status, 202, started.text)
  await new Worker({ ...app.context, log: recordedLog(), kinds: [importing(app.context)] }).drain()
  return resourceOf(await app.ask(`GET ${started.body.resource.uri}`, { token: by.token }))
}
