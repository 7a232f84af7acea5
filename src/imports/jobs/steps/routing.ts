import { createHash } from 'node:crypto'
import { trackingFrom } from '#bookings/index.ts'
import { parseRichText } from '#platform/rich-text.ts'
import { type Destination, plainThanks, questionKinds } from '#routing/index.ts'
import { cleanEmail, cleanLine, isWebAddress, oneOf } from '../../calendly/clean.ts'
import { ForeignForm, ForeignSubmission, foreignId } from '../../calendly/foreign.ts'
import { textsIn } from '../../calendly/meeting-rows.ts'
import { findLocalIds, listForeignIds } from '../../store/records.ts'
import { mergeRows } from '../merge.ts'
import { arrive, idsOf, pages, put, type SaveContext, type Step, saveEach } from '../step.ts'

export const routingForms = pages(
  ({ client, import: { reach } }, page_token) =>
    client.list('/routing_forms', { organization: reach.organization, count: '100', page_token }, ForeignForm),
  (saving, items) => saveForms(saving, items),
)

/** As drafts: their rules are not shown to anybody. */
export const saveForms = async (saving: SaveContext, items: readonly ForeignForm[]): Promise<void> => {
  const arrived = await arrive(saving, 'routing_forms', items, ({ uri }) => foreignId(uri))
  for (const item of items) {
    const own = arrived.get(foreignId(item.uri))
    if (!own?.isChanged) continue
    const name = cleanLine(item.name, 255, 'Form')
    if (own.isNew && item.status === 'published') saving.remark('form_draft', { name })
    const questions = item.questions.map(({ uuid, type, required, answer_choices: choices, ...question }) => ({
      uuid,
      name: cleanLine(question.name, 255, 'Question'),
      type: oneOf(questionKinds, type, 'text'),
      required,
      answer_choices: (choices ?? []).filter((choice) => choice !== null),
    }))
    const dates = { created_at: item.created_at, updated_at: item.updated_at }
    const row = { id: own.id, name, questions, status: 'draft', rules: [], fallback: plainThanks, ...dates }
    // Rules that were set here since stay.
    const formRow = { foreignId: foreignId(item.uri), arrived: own, row, label: name }
    await mergeRows(saving, 'routing_forms', 'routing_forms', [formRow], ['status', 'rules', 'fallback'])
  }
}

/** A form at a time, and a page of its answers for each portion. */
export const submissions: Step = {
  read: async ({ client, database, import: { organizationId, reach } }, cursor) => {
    const [form = '', page] = cursor?.split(' ') ?? []
    const [id] =
      page === undefined ? await listForeignIds(database.reader, organizationId, 'routing_forms', form, 1) : [form]
    if (id === undefined) return { save: async () => {}, next: null }
    const query = { form: `${reach.base}/routing_forms/${id}`, count: '100', page_token: page || undefined }
    const { items, nextToken } = await client.list('/routing_form_submissions', query, ForeignSubmission)
    return {
      save: (saving) => saveEach(saving, items, ({ uri }) => uri, saveSubmissions),
      next: nextToken === null ? id : `${id} ${nextToken}`,
    }
  },
}

export const saveSubmissions = async (saving: SaveContext, items: readonly ForeignSubmission[]): Promise<void> => {
  const { tx, organizationId, persons } = saving
  const forms = await findLocalIds(
    tx,
    organizationId,
    'routing_forms',
    idsOf(items, ({ routing_form }) => foreignId(routing_form)),
  )
  const types = await findLocalIds(
    tx,
    organizationId,
    'event_types',
    idsOf(items, ({ result }) => typeIn(result)),
  )
  const known = items.filter(({ routing_form }) => forms.has(foreignId(routing_form)))
  const arrived = await arrive(saving, 'routing_form_submissions', known, ({ uri }) => foreignId(uri))
  const rows = known
    .filter(({ uri }) => arrived.get(foreignId(uri))?.isChanged)
    .map((item) => {
      const email = item.questions_and_answers
        .map(({ answer }) => cleanEmail(answer ?? ''))
        .find((answer) => answer !== undefined)
      return {
        id: arrived.get(foreignId(item.uri))?.id,
        routing_form_id: forms.get(foreignId(item.routing_form)),
        person: email === undefined ? null : `\\x${persons.of(organizationId, email).toString('hex')}`,
        sent_key: `\\x${createHash('sha256').update(`import ${item.uri}`).digest('hex')}`,
        answers: item.questions_and_answers,
        tracking: trackingFrom(textsIn(item.tracking)),
        result: resultOf(item.result, types),
        created_at: item.created_at,
        updated_at: item.updated_at,
      }
    })
  await put(saving, 'routing_form_submissions', rows)
}

const typeIn = (result: ForeignSubmission['result']): string | undefined =>
  result?.type === 'event_type' && typeof result.value === 'string' ? foreignId(result.value) : undefined

const resultOf = (result: ForeignSubmission['result'], types: ReadonlyMap<string, string>): Destination => {
  const eventType = types.get(typeIn(result) ?? '')
  if (eventType !== undefined) return { type: 'event_type', value: eventType }
  if (result?.type === 'external_url' && typeof result.value === 'string' && isWebAddress(result.value))
    return { type: 'external_url', value: result.value }
  const { headline, body } =
    (result?.type === 'custom_message' ? (result.value as { headline?: unknown; body?: unknown } | null) : null) ?? {}
  if (typeof headline !== 'string') return plainThanks
  return {
    type: 'custom_message',
    value: {
      headline: cleanLine(headline, 255, 'Thank you'),
      body: typeof body === 'string' ? parseRichText(body).html : '',
    },
  }
}
