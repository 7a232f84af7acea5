import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { configureEventType } from '#event-types/index.ts'
import { fieldsOf } from '#execution/operation.ts'
import { english } from '../../../languages/en.ts'
import { type EventTypeSetup, inputsOf, settings, valuesOf } from './settings.tsx'
import { textsFor } from './texts.ts'

const [example] = (configureEventType.output.meta()?.examples ?? []) as EventTypeSetup['event_type'][]
assert.ok(example)

const texts = textsFor({ language: english })
const person = { user: example.profile.owner, name: 'Host', email: 'host@acme.test' }
const setup = {
  event_type: { ...example, duration_options: [15, 30], internal_note: 'For us', reminders: [60] },
  ...{
    seats: 10,
    locale: 'de',
    hosts: [{ ...person, priority: 0, schedule: { uri: 'https://acme.test/1', name: '' } }],
  },
  ...{ permitted: [], template: null, copies: [], has_owner: true, may_have_copies: true },
  ...{ may_change: true, may_create_links: true },
} as unknown as EventTypeSetup

const formWith = (values: Readonly<Record<string, readonly string[]>>): URLSearchParams =>
  new URLSearchParams(Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value])))

/** Where the console changes what no field of a form does. */
const elsewhere: Readonly<Record<string, string>> = {
  active: 'the switch',
  locations: 'the list of locations',
  location: 'the same as locations',
  custom_questions: 'the list of questions',
  position: 'dragging in the list',
  timezone: 'the schedule that the type uses',
  description_plain: 'the same as description',
  start_time_increment: 'the same as in scheduling_rules',
  before_buffer: 'the same as in scheduling_rules',
  after_buffer: 'the same as in scheduling_rules',
}

describe('settings of an event type in the console', () => {
  test('whatever an event type can be configured with is a setting, or changed elsewhere on its page', () => {
    const parameters = settings.flatMap((setting) => setting.parameters)
    const rules = Object.keys(example.scheduling_rules).map((name) => `scheduling_rules.${name}`)
    const bookingRules = Object.keys(example.booking_rules).map((name) => `booking_rules.${name}`)
    const known = [...parameters, ...Object.keys(elsewhere), 'uuid', 'scheduling_rules', 'booking_rules']
    const missing = [...Object.keys(fieldsOf(configureEventType.input)), ...rules, ...bookingRules].filter(
      (name) => !known.includes(name),
    )
    assert.deepEqual(missing, [], 'declare it in settings.tsx')
  })

  test('saved as it was read, no setting changes anything', () => {
    for (const setting of settings) {
      const {
        scheduling_rules: rules = {},
        booking_rules: bookingRules = {},
        ...others
      } = setting.write(formWith(setting.read(setup)), setup.event_type, texts)
      const before: Record<string, unknown> = {
        ...setup.event_type,
        ...{ seats: setup.seats, locale: setup.locale, schedule: setup.hosts[0]?.schedule?.uri },
        description: setup.event_type.description_plain,
      }
      for (const [name, value] of Object.entries(others)) assert.deepEqual(value, before[name], name)
      for (const [name, value] of Object.entries(bookingRules))
        assert.deepEqual(value, setup.event_type.booking_rules[name as keyof typeof bookingRules], name)
      for (const [name, value] of Object.entries(rules))
        assert.deepEqual(
          name === 'booking_window' ? { days: null, start_date: null, end_date: null, ...(value as object) } : value,
          setup.event_type.scheduling_rules[name as keyof typeof rules],
          name,
        )
    }
  })

  test('what was sent and refused is shown again, and only that', () => {
    for (const setting of settings) {
      const sent = Object.fromEntries(inputsOf(setting).map((name) => [name, ['typed']]))
      const values = valuesOf(setup, [setting.name], formWith(sent))
      for (const name of inputsOf(setting)) assert.deepEqual(values[name], ['typed'], name)
      for (const other of settings.filter((one) => one !== setting))
        for (const [name, value] of Object.entries(other.read(setup))) assert.deepEqual(values[name], value, name)
    }
  })

  test('only settings with a list of values are edited in bulk', () => {
    assert.deepEqual(
      settings.filter(({ inBulk, control }) => inBulk && control.kind !== 'select').map(({ name }) => name),
      [],
    )
  })
})
