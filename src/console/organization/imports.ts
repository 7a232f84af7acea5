import { h } from 'preact'
import type { z } from 'zod'
import { idOf } from '#contract/wire.ts'
import { getImport, listImports, previewImport, startImport, stopImport } from '#imports/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { list, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { ImportsTexts } from '../../../languages/console/imports.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { momentOf } from '../meetings/member-time.ts'
import type { Toast } from '../shell/shell.tsx'
import { ImportReport } from './import-report.tsx'
import { durationOf, importsTextsFor, recordOfStep, remarkIn } from './import-texts.ts'
import { type ImportPreview, Imports } from './imports-view.tsx'
import { administrationTextsFor } from './texts.ts'

const path = '/app/organization/imports'

type Import = z.output<typeof getImport.output>

interface ShownForm {
  readonly errors?: FieldErrors
  readonly preview?: ImportPreview
}

const listPage = async (visit: SignedInVisit, { errors = {}, preview }: ShownForm = {}): Promise<ConsolePage> => {
  const texts = importsTextsFor(visit)
  const known = (await list(visit, listImports)).toReversed()
  return {
    title: texts.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'organization',
    content: h(Imports, {
      texts,
      tabs: administrationTextsFor(visit).tabs,
      token: visit.formToken,
      typed: { kind: visit.form.get('kind') ?? 'calendly', url: visit.form.get('url') ?? '' },
      errors,
      preview,
      imports: known.map((one) => ({
        href: `${path}/${idOf(one)}`,
        title: texts.kinds[one.kind],
        source: one.source,
        when: momentsOf(visit, one),
        state: one.state,
      })),
    }),
  }
}

const momentsOf = (visit: SignedInVisit, { created_at, finished_at }: Import): string => {
  const texts = importsTextsFor(visit)
  return finished_at === null
    ? filled(texts.begun, { day: momentOf(visit, created_at) })
    : filled(texts.ended, { day: momentOf(visit, finished_at) })
}

export const showImports: ConsoleHandler = (visit) => listPage(visit)

/** The token goes on to the operation, and into no page. */
const requestIn = ({ form }: SignedInVisit) => {
  const url = (form.get('url') ?? '').trim()
  return {
    kind: (form.get('kind') ?? '') as 'calendly' | 'calcom',
    token: form.get('token') ?? '',
    ...(url === '' ? {} : { url }),
  }
}

/** What was refused, by field, in texts of this page. */
const errorsOf = (visit: SignedInVisit, error: unknown): FieldErrors => {
  const texts = importsTextsFor(visit)
  const errors = errorsIn(visit.language, error, {
    missing: texts.errors.tokenForm,
    blank: texts.errors.tokenForm,
    source_token_refused: texts.errors.tokenRefused,
    source_token_weak: texts.errors.tokenWeak,
    source_token_format: texts.errors.tokenForm,
    source_waits: texts.errors.waits,
    source_not_an_api: texts.errors.noApi,
    source_unreadable: ({ why_code: code, ...values }) =>
      filled(texts.errors.unreadable, { why: remarkIn(texts, { code, values }) }),
    source_address_format: texts.errors.addressForm,
    source_in_progress: texts.errors.underWay,
    source_of_another: texts.errors.otherCalcom,
  })
  return Object.fromEntries(
    Object.entries(errors).map(([parameter, text]) => [parameter === 'token' ? 'token' : 'url', text]),
  )
}

export const seeImport: ConsoleHandler = async (visit) => {
  const texts = importsTextsFor(visit)
  try {
    const found = await run(visit, previewImport, requestIn(visit))
    const { organization, counts, seconds } = found
    const kinds = { ...texts.records, members: texts.records.users }
    const preview = {
      title: filled(texts.wouldCome, { name: organization }),
      counts: Object.entries(counts).map(([kind, count]) => ({
        kind: kinds[kind as keyof typeof kinds] ?? kind,
        count: String(count),
      })),
      isWhole: 'scheduled_events' in counts,
      duration: seconds === null ? undefined : filled(texts.wouldTake, { duration: durationOf(visit, seconds) }),
      ...remarksOf(texts, found),
    }
    return listPage(visit, { preview })
  } catch (error) {
    return listPage(visit, { errors: errorsOf(visit, error) })
  }
}

export const beginImport: ConsoleHandler = async (visit) => {
  try {
    const started = await run(visit, startImport, requestIn(visit))
    return { to: `${path}/${idOf(started)}?done=started` }
  } catch (error) {
    return listPage(visit, { errors: errorsOf(visit, error) })
  }
}

const reportPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const texts = importsTextsFor(visit)
  const found = await run(visit, getImport, { uuid: visit.params.id ?? '' })
  return {
    title: texts.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'organization',
    toast: toastOf(visit),
    content: h(ImportReport, {
      texts,
      tabs: administrationTextsFor(visit).tabs,
      token: visit.formToken,
      action: `${path}/${idOf(found)}`,
      back: path,
      title: texts.kinds[found.kind],
      source: found.source,
      state: found.state,
      when: momentsOf(visit, found),
      progress: progressOf(visit, found),
      share: found.meetings_total ? found.meetings_read / found.meetings_total : undefined,
      fault: found.fault_code === null ? undefined : remarkIn(texts, found.fault_code),
      rows: found.counts.flatMap(({ kind, ...counts }) =>
        kind in texts.records ? { ...counts, kind: texts.records[kind as keyof typeof texts.records] } : [],
      ),
      ...remarksOf(texts, found),
      guessesBuffers: found.remark_codes.some(({ code }) => code === 'buffers_guessed'),
      isOfOperator: !/^https?:/.test(found.source),
      ticked: (name) => visit.form.get(name) !== null,
      errors,
    }),
  }
}

const remarksOf = (
  texts: ImportsTexts,
  { remark_codes, not_imported_codes }: Pick<Import, 'remark_codes' | 'not_imported_codes'>,
) => ({
  remarks: remark_codes.map((remark) => remarkIn(texts, remark)),
  notImported: not_imported_codes.map((code) => remarkIn(texts, { code, values: {} })),
})

const toastOf = (visit: SignedInVisit): Toast | undefined => {
  const done = (['started', 'stopped'] as const).find((one) => one === visit.query.get('done'))
  return done && { text: importsTextsFor(visit).done[done] }
}

const progressOf = (visit: SignedInVisit, { step, meetings_total, meetings_read, seconds_left }: Import): string => {
  const texts = importsTextsFor(visit)
  if (step !== 'meetings' || meetings_total === null)
    return filled(texts.reading, { what: step === 'finishing' ? texts.finishing : texts.records[recordOfStep[step]] })
  const read = filled(texts.meetingsRead, { read: String(meetings_read), total: String(meetings_total) })
  return seconds_left === null ? read : `${read}, ${filled(texts.left, { duration: durationOf(visit, seconds_left) })}`
}

export const showImport: ConsoleHandler = (visit) => reportPage(visit)

/** From the same source, with what was ticked. */
export const importAgain: ConsoleHandler = async (visit) => {
  const { form } = visit
  const { kind, source } = await run(visit, getImport, { uuid: visit.params.id ?? '' })
  const isTicked = (name: string): boolean => form.get(name) !== null
  const switches = {
    ...{ take_over: isTicked('take_over'), invite: isTicked('invite') },
    ...{ apply_buffers: isTicked('apply_buffers'), prefer_source: isTicked('prefer_source') },
  }
  try {
    const started = await run(visit, startImport, { kind, url: source, token: form.get('token') ?? '', ...switches })
    return { to: `${path}/${idOf(started)}?done=started` }
  } catch (error) {
    return reportPage(visit, errorsOf(visit, error))
  }
}

export const endImport: ConsoleHandler = async (visit) => {
  const stopped = await run(visit, stopImport, { uuid: visit.params.id ?? '' })
  return { to: `${path}/${idOf(stopped)}${stopped.state === 'failed' ? '?done=stopped' : ''}` }
}
