import { invalid } from '#contract/problem.ts'
import { parseRichText } from '#platform/rich-text.ts'
import type { EventType, EventTypeSettings } from './event-type.ts'
import type { ConsoleChanges } from './requests.ts'
import type { SchedulingRules } from './scheduling-rules.ts'

/**
 * How hosts share a type is decided when it is created. One-on-one and group types have null; clients also write
 * `solo`.
 */
export const checkPooling = (sent: unknown, { pooling }: Pick<EventType, 'pooling'>): void => {
  if (sent !== undefined && (sent === 'solo' ? null : sent) !== pooling)
    throw invalid({ parameter: 'pooling_type', reason: 'unchangeable' })
}

/** The settings after these changes, or a refusal that names the field. What is not mentioned stays. */
export const changed = <Settings extends EventTypeSettings>(before: Settings, changes: ConsoleChanges): Settings => {
  const {
    description,
    descriptionPlain,
    timezone,
    rules,
    startTimeIncrement,
    beforeBuffer,
    afterBuffer,
    bookingRules,
    ...others
  } = changes
  const after = { ...before, ...withoutUndefined(others) }
  const { duration, durationOptions, locations } = after
  if (durationOptions && !durationOptions.includes(duration)) {
    const parameter =
      changes.duration === undefined && changes.durationOptions !== undefined ? 'duration_options' : 'duration'
    throw invalid({
      parameter,
      ...(parameter === 'duration'
        ? { reason: 'not_a_duration', values: { choices: durationOptions.join(', ') } }
        : { reason: 'duration_left_out', values: { duration } }),
    })
  }
  checkIncrement(before, 'start_time_increment', startTimeIncrement)
  checkIncrement(before, 'scheduling_rules.start_time_increment', rules?.start_time_increment)
  if (changes.seats !== undefined && before.kind !== 'group')
    throw invalid({ parameter: 'seats', reason: 'only_for_groups' })
  const plain = descriptionPlain === before.descriptionPlain ? undefined : descriptionPlain
  const text = description === undefined ? plain : description
  const written = text === undefined ? undefined : text === null ? null : parseRichText(text)
  return {
    ...after,
    descriptionPlain: written === undefined ? before.descriptionPlain : (written?.plain ?? null),
    descriptionHtml: written === undefined ? before.descriptionHtml : (written?.html ?? null),
    // A type without locations has null, not an empty list.
    locations: locations && locations.length > 0 ? locations : null,
    rules: rulesAfter(before.rules, changes),
    bookingRules: { ...before.bookingRules, ...withoutUndefined(bookingRules ?? {}) },
  }
}

/**
 * A one-off type shows null, and takes nothing else. Earlier releases showed its number in the rules: that one may be
 * sent back.
 */
const checkIncrement = (
  { type, rules }: Pick<EventTypeSettings, 'type' | 'rules'>,
  parameter: string,
  sent: number | null | undefined,
): void => {
  if (type === 'AdhocEventType' ? typeof sent === 'number' && sent !== rules.start_time_increment : sent === null)
    throw invalid({ parameter, reason: type === 'AdhocEventType' ? 'unchangeable' : 'not_an_integer' })
}

/**
 * A client that reads a type, changes one of the two names of a setting and sends both back means the one it changed.
 */
const rulesAfter = (before: SchedulingRules, changes: ConsoleChanges): SchedulingRules => {
  const either = (
    parameter: string,
    name: 'start_time_increment' | 'buffer_before' | 'buffer_after',
    sent: number | null | undefined,
  ): number => {
    const [one, other] = [changes.rules?.[name] ?? before[name], sent ?? before[name]]
    if (one !== before[name] && other !== before[name] && one !== other)
      throw invalid({ parameter, reason: 'differs', values: { other: `scheduling_rules.${name}` } })
    return one === before[name] ? other : one
  }
  return {
    ...before,
    ...withoutUndefined(changes.rules ?? {}),
    start_time_increment: either('start_time_increment', 'start_time_increment', changes.startTimeIncrement),
    buffer_before: either('before_buffer', 'buffer_before', changes.beforeBuffer),
    buffer_after: either('after_buffer', 'buffer_after', changes.afterBuffer),
  }
}

const withoutUndefined = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
