import {
  countries,
  holidaysFrom,
  listUserAvailabilitySchedules,
  saveUserAvailabilitySchedule,
} from '#availability/index.ts'
import { idOf } from '#contract/wire.ts'
import { deleteAvailabilitySchedule } from '#event-types/index.ts'
import { day } from '#platform/time/durations.ts'
import { OperatorError } from '#process/operator-error.ts'
import { organizationOption, type Tenant } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const ofMember = {
  email: { value: 'EMAIL', of: 'member', summary: 'The member, by email address', required: true },
  ...organizationOption,
} as const

const list = listCommand({
  name: 'schedule list',
  summary: 'List the availability schedules of a member',
  options: ofMember,
  example: '--email user@demo.test',
  list: async ({ gather, userUri, actor }, { email }) =>
    gather(listUserAvailabilitySchedules, { user: await userUri(email) }, await actor(email)),
  headings: ['id', 'name', 'default', 'timezone', 'days with hours'],
  row: (one) => [
    idOf(one),
    one.name,
    one.default ? 'yes' : 'no',
    one.timezone,
    String(one.rules.filter(({ intervals }) => intervals.length > 0).length),
  ],
})

const set = tenantCommand({
  name: 'schedule set',
  summary: 'Create or edit an availability schedule of a member',
  description: 'Updates the schedule with this name, or creates it. --rules replaces all rules.',
  options: {
    ...ofMember,
    name: { value: 'NAME', summary: 'The name of the schedule; everyone has "Working hours"', required: true },
    timezone: { value: 'ZONE', summary: 'The time zone of its hours, such as Europe/Lisbon' },
    rules: {
      value: 'JSON',
      json: { advice: '; openslot schedule set --help shows an example' },
      summary: 'Its hours, as rules in the API',
    },
    default: { summary: 'Make it the default schedule' },
  },
  example:
    '--email user@demo.test --name "Evenings" --rules \'[{"type": "wday", "wday": "monday", "intervals": [{"from": "18:00", "to": "21:00"}]}]\'',
  run: async (tenant, { email, name, timezone, rules, default: isDefault }) => {
    const [principal, user] = [await tenant.actor(email), await tenant.userUri(email)]
    const known = (await tenant.gather(listUserAvailabilitySchedules, { user }, principal)).find(
      (one) => one.name.toLowerCase() === name.toLowerCase(),
    )
    const input = { user, uuid: known && idOf(known), name, timezone, rules, default: isDefault || undefined }
    return { resource: await tenant.act(saveUserAvailabilitySchedule, input, principal), email }
  },
  show: ({ resource, email }) =>
    `${email} has the schedule "${resource.name}" in ${resource.timezone}${resource.default ? ', used by default' : ''}.`,
})

/** The schedule of a member by its name. */
const named = async (tenant: Tenant, email: string, name: string) => {
  const [principal, user] = [await tenant.actor(email), await tenant.userUri(email)]
  const schedules = await tenant.gather(listUserAvailabilitySchedules, { user }, principal)
  const found = schedules.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!found)
    throw new OperatorError(
      `${email} has no schedule "${name}". The schedules are: ${schedules.map((one) => one.name).join(', ')}.`,
    )
  return { principal, user, schedule: found }
}

/** `10:00-13:00`; what it must look like is checked by the operation. */
const intervalFrom = (text: string) => {
  const [from = '', to = ''] = text.split('-')
  return { from, to }
}

const ofSchedule = {
  ...ofMember,
  name: { value: 'NAME', summary: 'The name of the schedule', required: true },
} as const

const dates = tenantCommand({
  name: 'schedule dates',
  summary: 'Set date-specific hours of a schedule',
  description:
    'The hours replace the weekly hours on these dates. Without --hours and --usual the dates are unavailable.',
  options: {
    ...ofSchedule,
    from: { value: 'DATE', summary: 'The first date, such as 2026-12-21', required: true },
    to: { value: 'DATE', summary: 'The last date; by default the first one' },
    hours: { value: 'HOURS', summary: 'The hours, such as 10:00-13:00,14:00-16:00' },
    usual: { summary: 'Use the weekly hours again' },
  },
  example: '--email user@demo.test --name "Working hours" --from 2026-12-21 --to 2026-12-31',
  run: async (tenant, { email, name, from, to = from, hours, usual }) => {
    const { principal, user, schedule } = await named(tenant, email, name)
    const intervals = usual
      ? null
      : (hours ?? '').split(',').flatMap((part) => (part === '' ? [] : [intervalFrom(part)]))
    const input = { user, uuid: idOf(schedule), dates: [{ start_date: from, end_date: to, intervals }] }
    return { resource: await tenant.act(saveUserAvailabilitySchedule, input, principal), from, to }
  },
  show: ({ resource, from, to }) =>
    `"${resource.name}" has other hours ${from === to ? `on ${from}` : `from ${from} to ${to}`}.`,
})

const holidays = tenantCommand({
  name: 'schedule holidays',
  summary: 'Add the holidays of a country as unavailable days',
  description: 'Adds the next twelve months. `schedule dates --usual` undoes it for a day.',
  options: { ...ofSchedule, country: { value: 'CODE', choices: countries, summary: 'The country', required: true } },
  example: '--email user@demo.test --name "Working hours" --country PT',
  run: async (tenant, { email, name, country }) => {
    const { principal, user, schedule } = await named(tenant, email, name)
    const taken = holidaysFrom(country, Math.floor(tenant.context.clock.now().getTime() / day))
    const input = {
      user,
      uuid: idOf(schedule),
      dates: taken.map(({ date }) => ({ start_date: date, end_date: date, intervals: [] })),
    }
    await tenant.act(saveUserAvailabilitySchedule, input, principal)
    return { holidays: taken }
  },
  show: (taken) => taken.holidays.map(({ date, name }) => `${date}  ${name}`).join('\n'),
})

const remove = tenantCommand({
  name: 'schedule delete',
  summary: 'Delete an availability schedule of a member',
  description: 'Event types that used it now use the default schedule.',
  options: ofSchedule,
  example: '--email user@demo.test --name "Evenings"',
  run: async (tenant, { email, name }) => {
    const { principal, schedule } = await named(tenant, email, name)
    await tenant.act(deleteAvailabilitySchedule, { uuid: idOf(schedule) }, principal)
    return { deleted: schedule.name, email }
  },
  show: ({ deleted, email }) => `Schedule "${deleted}" of ${email} deleted.`,
})

export const commands = [list, set, dates, holidays, remove]
