import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configureEventType } from '#event-types/index.ts'
import { fieldsOf } from '#execution/operation.ts'
import { eventTypeSettings } from './event-type-settings.ts'

/** Options of the commands themselves, and second names of settings. */
const others = [
  ...['uuid', 'name', 'slug', 'location', 'description_plain', 'start_time_increment', 'before_buffer'],
  'after_buffer',
]

test('whatever an event type can be configured with is an option of the command line', () => {
  const options = Object.entries(eventTypeSettings).map(([name, option]) =>
    'field' in option ? option.field : name.replaceAll('-', '_'),
  )
  const missing = Object.keys(fieldsOf(configureEventType.input)).filter(
    (name) => !(options as readonly string[]).includes(name) && !others.includes(name),
  )
  assert.deepEqual(missing, [], 'declare it in event-type-settings.ts')
})
