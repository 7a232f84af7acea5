import type { z } from 'zod'
import { configureEventType, useAvailabilitySchedule } from '#event-types/index.ts'
import { FormError } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { savingFields, sentFields } from '../saving.ts'
import { type EventTypeSetup, editorPage, setupOf, summaryTexts } from './editor.ts'
import { textsFor } from './texts.ts'

type Changes = Omit<z.input<typeof configureEventType.input>, 'uuid'>
type Rules = NonNullable<Changes['scheduling_rules']>

/** What is not a number is left to the operation, which names it in its own words. */
export const numberOr = (text: string | null): number => (text?.trim() ? Number(text) : Number.NaN)

const emptyAsNull = (text: string | null): string | null => (text?.trim() ? text.trim() : null)

/** Several lengths of which guests choose, or one. The first choice stays if it is still one of them. */
const lengthsIn = ({ form, ...visit }: SignedInVisit, { event_type: type }: EventTypeSetup): Changes => {
  const other = form.get('other_duration')?.trim()
  const lengths = [...new Set([...form.getAll('durations'), ...(other ? [other] : [])].map(Number))].sort(
    (one, another) => one - another,
  )
  const [shortest] = lengths
  if (shortest === undefined) throw new FormError({ duration: textsFor(visit as SignedInVisit).chooseOne })
  const first = [numberOr(form.get('first_duration')), type.duration].find((length) => lengths.includes(length))
  return { duration: first ?? shortest, duration_options: lengths.length > 1 ? lengths : null }
}

const windowIn = ({ form }: SignedInVisit): Rules => {
  const type = form.get('window_type') as NonNullable<Rules['booking_window']>['type']
  const days = numberOr(form.get('window_days'))
  return {
    booking_window: {
      type,
      days: Number.isNaN(days) ? null : days,
      start_date: emptyAsNull(form.get('window_from')),
      end_date: emptyAsNull(form.get('window_until')),
    },
  }
}

/** `60` days, or a window of another kind. One that is only shown as it is changes nothing. */
const aheadIn = ({ form }: SignedInVisit): Rules => {
  const ahead = form.get('ahead')
  if (ahead === 'unlimited') return { booking_window: { type: 'unlimited' } }
  return ahead === 'fixed' || ahead === 'available_moving'
    ? {}
    : { booking_window: { type: 'moving', days: numberOr(ahead) } }
}

type Field = (visit: SignedInVisit, setup: EventTypeSetup) => Changes

const rule =
  (from: (visit: SignedInVisit) => Rules): Field =>
  (visit) => ({ scheduling_rules: from(visit) })
const minutes = (
  field: string,
  name: 'minimum_notice' | 'buffer_before' | 'buffer_after' | 'start_time_increment',
): Field => rule(({ form }) => ({ [name]: numberOr(form.get(field)) }))
const limit = (name: 'max_per_day' | 'max_per_week'): Field =>
  rule(({ form }) => ({ [name]: form.get(name)?.trim() ? numberOr(form.get(name)) : null }))
const box =
  (name: 'secret' | 'admin_managed'): Field =>
  ({ form }) => ({ [name]: form.get(name) === 'true' })

/** Every field of the editor, and the change that it means. */
const fields: Readonly<Record<string, Field>> = {
  name: ({ form }) => ({ name: form.get('name') ?? '' }),
  durations: lengthsIn,
  seats: ({ form }) => ({ seats: numberOr(form.get('seats')) }),
  description: ({ form }) => ({ description: emptyAsNull(form.get('description')) }),
  color: ({ form }) => ({ color: form.get('color') ?? '' }),
  ahead: rule(aheadIn),
  notice: minutes('notice', 'minimum_notice'),
  secret: box('secret'),
  slug: ({ form }) => ({ slug: form.get('slug') ?? '' }),
  buffer_before: minutes('buffer_before', 'buffer_before'),
  buffer_after: minutes('buffer_after', 'buffer_after'),
  increment: minutes('increment', 'start_time_increment'),
  max_per_day: limit('max_per_day'),
  max_per_week: limit('max_per_week'),
  window_type: rule(windowIn),
  name_format: ({ form }) => ({ name_format: form.get('name_format') as NonNullable<Changes['name_format']> }),
  reminders: ({ form }) => ({ reminders: form.getAll('reminders').map(Number) }),
  redirect_url: ({ form }) => ({ redirect_url: emptyAsNull(form.get('redirect_url')) }),
  locale: ({ form }) => ({ locale: (form.get('locale') || null) as NonNullable<Changes['locale']> | null }),
  admin_managed: box('admin_managed'),
  internal_note: ({ form }) => ({ internal_note: emptyAsNull(form.get('internal_note')) }),
}

/** All fields that were sent, in one change. Rules are parts of one setting. */
const changesIn = (visit: SignedInVisit, setup: EventTypeSetup): Changes => {
  const changes = sentFields(visit).flatMap((name) =>
    Object.hasOwn(fields, name) ? (fields[name]?.(visit, setup) ?? []) : [],
  )
  const rules = changes.flatMap(({ scheduling_rules }) => scheduling_rules ?? [])
  return Object.assign({}, ...changes, rules.length > 0 ? { scheduling_rules: Object.assign({}, ...rules) } : {})
}

export const saveType = savingFields(
  async (visit) => {
    const uuid = visit.params.id ?? ''
    const setup = await setupOf(visit)
    const changes = changesIn(visit, setup)
    if (Object.keys(changes).length > 0) await run(visit, configureEventType, { uuid, ...changes })
    const schedule = visit.form.get('schedule')
    if (sentFields(visit).includes('schedule') && schedule)
      await run(visit, useAvailabilitySchedule, { event_type: setup.event_type.uri, schedule })
    return summaryTexts(visit, await setupOf(visit))
  },
  (visit, errors) => editorPage(visit, errors),
  (visit) => `/app/types/${visit.params.id}`,
)
