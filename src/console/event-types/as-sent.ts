import type { SignedInVisit } from '#pages/visit.ts'
import { sentFields } from '../saving.ts'
import type { EditedType } from './edited-type.ts'

/** The editor as it was sent without a script, for when that was refused: nothing typed is lost. */
export const asSent = (type: EditedType, visit: SignedInVisit): EditedType => {
  const { form } = visit
  const sent = new Set(sentFields(visit))
  const text = (name: string, stored: string, field = name): string =>
    sent.has(field) ? (form.get(name) ?? '') : stored
  const number = (name: string, stored: number): number => Number(text(name, String(stored))) || stored
  const numbers = (name: string, stored: readonly number[]): readonly number[] =>
    sent.has(name) ? form.getAll(name).map(Number) : stored
  const isTicked = (name: string, stored: boolean): boolean => text(name, String(stored)) === 'true'
  const { rules } = type
  return {
    ...type,
    name: text('name', type.name),
    slug: text('slug', type.slug),
    color: text('color', `#${type.color}`).replace(/^#/, ''),
    durations: numbers('durations', type.durations),
    otherDuration: text('other_duration', ''),
    seats: number('seats', type.seats),
    description: text('description', type.description),
    note: text('internal_note', type.note),
    isSecret: isTicked('secret', type.isSecret),
    isManaged: isTicked('admin_managed', type.isManaged),
    locale: text('locale', type.locale),
    rules: {
      ...{ increment: number('increment', rules.increment), notice: number('notice', rules.notice) },
      ...{ before: number('buffer_before', rules.before), after: number('buffer_after', rules.after) },
      ...{ perDay: text('max_per_day', rules.perDay), perWeek: text('max_per_week', rules.perWeek) },
      window: {
        type: text('window_type', rules.window.type),
        days: text('window_days', rules.window.days, 'window_type'),
        from: text('window_from', rules.window.from, 'window_type'),
        until: text('window_until', rules.window.until, 'window_type'),
      },
    },
    redirect: text('redirect_url', type.redirect),
    nameFormat: text('name_format', type.nameFormat),
    reminders: numbers('reminders', type.reminders),
    schedule: text('schedule', type.schedule),
    ...partSent(type, visit),
  }
}

/** A place or a question, which have forms of their own. */
const partSent = ({ questions }: EditedType, { form, query, target }: SignedInVisit): Partial<EditedType> => {
  const part = /\/(\w+)(?:\?|$)/.exec(target)?.[1]
  if (part === 'places') return { newPlace: { kind: form.get('kind') ?? '', text: form.get('text') ?? '' } }
  if (part !== 'questions') return {}
  const sent = {
    ...{ name: form.get('name') ?? '', type: form.get('type') ?? '', required: form.get('required') === 'true' },
    ...{ choices: (form.get('choices') ?? '').split('\n'), includesOther: form.get('include_other') === 'true' },
  }
  const of = query.get('of')
  return of === null
    ? { newQuestion: sent }
    : { questions: questions.map((question) => (question.name === of ? { ...question, sent } : question)) }
}
