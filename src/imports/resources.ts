import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { importExample } from './examples.ts'
import {
  type Import,
  importKinds,
  importStates,
  importSteps,
  notImported,
  type RecordCount,
  recordKinds,
  secondsLeft,
} from './import.ts'

const count = z.number().int()

export const ImportResource = z
  .object({
    uri,
    kind: z.enum(importKinds),
    source: uri.meta({ description: 'The address of the API or the database that is read' }),
    state: z.enum(importStates),
    step: z.enum(importSteps).meta({ description: 'What is read now, or was read last' }),
    run: count.meta({ description: 'How often everything was read' }),
    meetings_total: count.nullable().meta({ description: 'Null until they are counted' }),
    meetings_read: count,
    seconds_left: count
      .nullable()
      .meta({ description: 'An estimate, from the limits of the other side and the pace until now' }),
    counts: z.array(
      z.object({ kind: z.enum(recordKinds), created: count, changed: count, unchanged: count, gone: count }),
    ),
    remarks: z.array(z.string()),
    not_imported: z.array(z.string()).meta({ description: 'What does not come from such a source' }),
    fault: z
      .string()
      .nullable()
      .meta({ description: 'Why it has stopped, or, while it runs, why it does not go on at the moment' }),
    take_over: z.boolean(),
    invite: z.boolean(),
    apply_buffers: z.boolean(),
    prefer_source: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Import', examples: [importExample] })

export const toImportResource = (
  links: Links,
  given: Import,
  counts: readonly RecordCount[],
  now: Date,
): z.output<typeof ImportResource> => {
  const meetings = counts.find(({ kind }) => kind === 'scheduled_events')
  const read = meetings ? meetings.created + meetings.changed + meetings.unchanged : 0
  return {
    uri: uriOf(links, 'imports', given.id),
    kind: given.kind,
    source: given.source,
    state: given.state,
    step: given.step,
    run: given.run,
    meetings_total: given.meetings,
    meetings_read: read,
    seconds_left: given.state === 'running' ? (secondsLeft(given, read, now) ?? null) : null,
    counts: recordKinds.flatMap((kind) => counts.filter((one) => one.kind === kind)).map((one) => ({ ...one })),
    remarks: [...given.remarks],
    not_imported: [...notImported[given.kind]],
    fault: given.fault,
    take_over: given.takesOver,
    invite: given.invites,
    apply_buffers: given.appliesBuffers,
    prefer_source: given.prefersSource,
    created_at: writeInstant(given.createdAt),
    updated_at: writeInstant(given.updatedAt),
    finished_at: given.finishedAt && writeInstant(given.finishedAt),
  }
}
