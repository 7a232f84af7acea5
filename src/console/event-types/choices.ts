import type { SignedInVisit } from '#pages/visit.ts'
import type { Option } from '#ui/forms.tsx'
import { languages } from '../../../languages/all.ts'
import { colorChoices } from '../colors.ts'
import type { EditedType, EditorChoices } from './edited-type.ts'
import { daysOf, spanOf, textsFor, windowOf } from './texts.ts'

/** The usual values, with the one that is set. */
const withCurrent = (usual: readonly number[], current: readonly number[]): number[] =>
  [...new Set([...usual, ...current])].sort((one, other) => one - other)

interface Named {
  readonly uri: string
  readonly name: string
}

export const usualNotice = [0, 60, 120, 240, 480, 1440, 2880, 10_080]
export const usualBuffers = [0, 5, 10, 15, 30, 45, 60, 90, 120]

/** Spans of minutes to choose from. Zero may have a word of its own. */
export const spanChoices = (locale: string, minutes: readonly number[], none?: string): Option[] =>
  minutes.map((one) => ({ value: String(one), label: one === 0 && none !== undefined ? none : spanOf(locale, one) }))

export const choicesFor = (
  visit: SignedInVisit,
  type: EditedType,
  schedules: readonly Named[],
  people: readonly Option[],
): EditorChoices => {
  const { locale } = visit.language
  const texts = textsFor(visit)
  const spans = (usual: readonly number[], current: readonly number[], none?: string): Option[] =>
    spanChoices(locale, withCurrent(usual, current), none)
  const { rules } = type
  const aheadValue = rules.window.type === 'moving' ? rules.window.days : rules.window.type
  const days = withCurrent(
    [7, 14, 30, 60, 90, 180, 365],
    rules.window.type === 'moving' ? [Number(rules.window.days)] : [],
  )
  const isCurrent = rules.window.type === 'fixed' || rules.window.type === 'available_moving'
  const hosts = new Set(type.hosts.map(({ user }) => user))
  const permitted = new Set(type.permitted.map(({ value }) => value))
  return {
    lengths: spans([15, 30, 45, 60], type.durations),
    schedules: [
      ...(type.schedule === '' ? [{ value: '', label: texts.ownHours }] : []),
      ...schedules.map(({ uri, name }) => ({ value: uri, label: name })),
    ],
    ahead: [
      ...days.map((count) => ({ value: String(count), label: daysOf(locale, count) })),
      { value: 'unlimited', label: texts.windowTypes.unlimited },
      ...(isCurrent ? [{ value: rules.window.type, label: windowOf(texts, locale, rules.window) }] : []),
    ],
    aheadValue,
    notice: spans(usualNotice, [rules.notice], texts.noNotice),
    buffers: spans(usualBuffers, [rules.before, rules.after], texts.none),
    increments: spans([5, 10, 15, 20, 30, 45, 60], [rules.increment]),
    reminders: spans([15, 60, 240, 1440, 2880, 10_080], type.reminders),
    languages: [
      { value: '', label: texts.browserLanguage },
      ...languages.map(({ locale: value, name }) => ({ value, label: name })),
    ],
    colors: colorChoices(locale, `#${type.color}`),
    newHosts: people.filter(({ value }) => !hosts.has(value)),
    newCopies: people.filter(({ value }) => !hosts.has(value) && !type.copies?.some(({ user }) => user === value)),
    newPermitted: people.filter(({ value }) => !permitted.has(value) && !hosts.has(value)),
  }
}
