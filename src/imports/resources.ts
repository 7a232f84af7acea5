import { z } from 'zod'
import { type Links, timestamp, uri, uriOf } from '#contract/wire.ts'
import { writeInstant } from '#platform/time/instant.ts'
import { importExample } from './examples.ts'
import {
  type Import,
  type ImportKind,
  importKinds,
  importStates,
  importSteps,
  notImported,
  type RecordCount,
  recordKinds,
  secondsLeft,
} from './import.ts'
import { type Remark, remarkOf, remarkText } from './remark.ts'

const count = z.number().int()

const RemarkCause = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
const RemarkCodes = RemarkCause.extend({
  cause: RemarkCause.nullable().meta({ description: 'What the other service did' }),
})

const codesOf = ({ code, values, cause }: Remark): z.output<typeof RemarkCodes> => ({
  code,
  values: { ...values },
  cause: cause ? { code: cause.code, values: { ...cause.values } } : null,
})

/** What a report says, as sentences and as codes. */
export const remarkFields = {
  remarks: z.array(z.string()).meta({ description: 'What the import changed or could not import' }),
  remark_codes: z.array(RemarkCodes).meta({ description: 'The same remarks as codes with values' }),
  not_imported: z.array(z.string()).meta({ description: 'What is never imported from this kind of source' }),
  not_imported_codes: z.array(z.string()),
}

export const shownRemarks = (remarks: readonly Remark[], kind: ImportKind) => ({
  remarks: remarks.map((remark) => remarkText(remark)),
  remark_codes: remarks.map(codesOf),
  not_imported: notImported[kind].map((code) => remarkText(remarkOf(code))),
  not_imported_codes: [...notImported[kind]],
})

export const ImportResource = z
  .object({
    uri,
    kind: z.enum(importKinds),
    source: uri.meta({ description: 'The URL of the API or database' }),
    state: z.enum(importStates),
    step: z.enum(importSteps).meta({ description: 'The current or last step' }),
    run: count.meta({ description: 'The number of complete runs' }),
    meetings_total: count.nullable().meta({ description: 'Null until the meetings are counted' }),
    meetings_read: count,
    seconds_left: count
      .nullable()
      .meta({ description: 'An estimate based on the limits of the source and the pace so far' }),
    counts: z.array(
      z.object({ kind: z.enum(recordKinds), created: count, changed: count, unchanged: count, gone: count }),
    ),
    ...remarkFields,
    fault: z.string().nullable().meta({ description: 'Why the import stopped, or why it is waiting' }),
    fault_code: RemarkCodes.nullable(),
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
    ...shownRemarks(given.remarks, given.kind),
    fault: given.fault && remarkText(given.fault),
    fault_code: given.fault && codesOf(given.fault),
    take_over: given.takesOver,
    invite: given.invites,
    apply_buffers: given.appliesBuffers,
    prefer_source: given.prefersSource,
    created_at: writeInstant(given.createdAt),
    updated_at: writeInstant(given.updatedAt),
    finished_at: given.finishedAt && writeInstant(given.finishedAt),
  }
}
