import { exampleUri } from '#contract/wire.ts'
import { inOrder, workingHours } from './rule.ts'

const rules = inOrder(workingHours)

/** One whole resource of each kind, as the reference shows it. */
export const scheduleExample = {
  uri: exampleUri('user_availability_schedules'),
  default: true,
  name: 'Working hours',
  user: exampleUri('users'),
  timezone: 'Europe/Lisbon',
  rules,
}

export const busyTimeExample = {
  type: 'calendly',
  start_time: '2026-04-02T13:00:00.000000Z',
  end_time: '2026-04-02T13:30:00.000000Z',
  buffered_start_time: '2026-04-02T13:00:00.000000Z',
  buffered_end_time: '2026-04-02T13:40:00.000000Z',
  event: { uri: exampleUri('scheduled_events') },
}
