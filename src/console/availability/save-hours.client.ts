import { filled } from '#ui/format.ts'
import { texts } from '../shell/script-texts.client.ts'
import { signInAddress } from '../shell/swap.client.ts'
import { say, sayFailed, sayWithLink } from '../shell/toast.client.ts'
import { sentenceWith, showClockTime, writeClockTime } from './clock-time.ts'
import type { HoursData } from './hours-form.tsx'
import type { HourRange, Week, Weekday } from './week.ts'

/** The fields of some days, as the form without a script sends them. */
const fieldsOf = ({ token, days: week }: HoursData, hours: Week, days: readonly number[]): URLSearchParams => {
  const fields = new URLSearchParams({ form_token: token })
  for (const day of days) {
    const id = week[day] ?? ''
    fields.append(`${id}-shown`, 'yes')
    if ((hours[day] ?? []).length > 0) fields.append(`${id}-on`, 'on')
    for (const { from, to } of hours[day] ?? []) {
      fields.append(`${id}-from`, writeClockTime(from))
      fields.append(`${id}-to`, writeClockTime(to))
    }
  }
  return fields
}

/** What is wrong, by the day: nothing when it is saved, undefined when it could not be sent. */
export const saveHours = async (
  data: HoursData,
  week: Week,
  days: readonly number[],
): Promise<Readonly<Record<number, string>> | undefined> => {
  try {
    const answer = await fetch(data.action, {
      method: 'POST',
      body: fieldsOf(data, week, days),
      headers: { accept: 'application/json' },
      keepalive: true,
    })
    if (answer.status === 401) {
      sayWithLink(texts.signedOut, signInAddress(), '→')
      return undefined
    }
    if (answer.ok) return {}
    if (answer.status !== 400) throw new Error(String(answer.status))
    const { errors } = (await answer.json()) as { errors: Readonly<Record<string, string>> }
    const text = Object.values(errors)[0] ?? texts.failed
    return Object.fromEntries(days.map((day) => [day, text]))
  } catch {
    sayFailed()
    return undefined
  }
}

type Days = readonly (readonly [day: Weekday | undefined, ranges: readonly HourRange[]])[]

const keptKey = (action: string): string => `openslot hours ${document.body.dataset.person} ${action}`

/** What could not be sent waits in this tab, also while somebody signs in again. */
export const keepHours = (data: HoursData, week: Week, days: readonly number[]): void =>
  sessionStorage.setItem(
    keptKey(data.action),
    JSON.stringify(days.map((day) => [data.days[day], week[day] ?? []]) satisfies Days),
  )

/** The week with the hours that wait, if any; they wait no longer. */
export const weekWithKept = ({ action, week, days: names }: HoursData): Week | undefined => {
  const kept = sessionStorage.getItem(keptKey(action))
  sessionStorage.removeItem(keptKey(action))
  if (kept === null) return undefined
  const days = new Map(JSON.parse(kept) as Days)
  return week.map((ranges, day) => days.get(names[day]) ?? ranges)
}

export const forgetHours = ({ action }: HoursData): void => sessionStorage.removeItem(keptKey(action))

/** Says what is saved, and offers to take it back: a form that sends the hours there were. */
export const sayHours = (data: HoursData, before: Week, after: Week, days: readonly number[]): void => {
  const names = days.map((day) => data.dayNames[day] ?? '')
  say(
    days.length === 1
      ? sentenceWith(data.texts.said, { day: names[0] ?? '', hours: writeRanges(data, after[days[0] ?? 0] ?? []) })
      : filled(data.texts.saved, { day: names.join(', ') }),
  )
  const undo = document.createElement('form')
  Object.assign(undo, { method: 'post', action: `${data.action}?undo=yes` })
  undo.dataset.swap = ''
  for (const [name, value] of fieldsOf(data, before, days))
    undo.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  undo.append(Object.assign(document.createElement('button'), { type: 'submit', textContent: data.texts.undo }))
  document.querySelector('#toasts > .toast')?.append(undo)
  document.getElementById('saved')?.removeAttribute('hidden')
}

/** `09:00 to 12:30, 13:30 to 17:00` */
const writeRanges = ({ texts, clock }: HoursData, ranges: readonly HourRange[]): string =>
  ranges.length === 0
    ? texts.notAvailable
    : ranges
        .map(({ from, to }) => filled(texts.span, { from: showClockTime(clock, from), to: showClockTime(clock, to) }))
        .join(', ')
