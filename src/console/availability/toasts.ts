import type { SignedInVisit } from '#pages/visit.ts'
import { cityOf } from '#platform/language/zone-city.ts'
import { filled } from '#ui/format.ts'
import type { Toast } from '../shell/shell.tsx'
import { pathOf, type ShownSchedule } from './schedule.ts'
import { textsFor } from './texts.ts'

/**
 * What was just done, by a name from a fixed list, and how it is taken back. The address holds dates and hours, which
 * are checked when they are sent.
 */
export const toastOf = (visit: SignedInVisit, schedule: ShownSchedule): Toast | undefined => {
  const { done: texts } = textsFor(visit)
  const done = visit.query.get('done') ?? ''
  if (!Object.hasOwn(texts, done)) return undefined
  const text = filled(texts[done as keyof typeof texts], {
    name: schedule.name,
    zone: cityOf(visit.language.locale, schedule.timezone),
  })
  const path = pathOf(schedule)
  const of = visit.query.get('of') ?? ''
  if (done === 'dates' || done === 'holidays')
    return { text, undo: { action: `${path}/dates/remove`, fields: { of, was: visit.query.get('was') ?? '' } } }
  if (done === 'removed') {
    const [start = '', end = '', hours = ''] = of.split(' ')
    return {
      text,
      undo: { action: `${path}/dates`, fields: { start, end, kind: hours === '' ? 'off' : 'hours', hours } },
    }
  }
  if (done === 'renamed' && of !== '') return { text, undo: { action: `${path}/name`, fields: { name: of } } }
  if (done === 'zone') return { text, undo: { action: `${path}/zone`, fields: { timezone: of } } }
  if (done === 'default')
    return { text, undo: { action: `/app/availability/${encodeURIComponent(of)}/default`, fields: {} } }
  if (done === 'deleted' && of !== '') return { text, undo: { action: `${path}/restore`, fields: { of } } }
  return { text }
}
