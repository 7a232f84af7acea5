import { listUserAvailabilitySchedules, saveUserAvailabilitySchedule } from '#availability/index.ts'
import { idOf } from '#contract/wire.ts'
import { act, gather } from '#execution/act.ts'
import { actingAs } from '#organizations/index.ts'
import { UsageError } from '#process/operator-error.ts'
import { table } from '../columns.ts'
import { databaseCommand } from '../command.ts'
import { enter, memberOf, organizationOption } from '../tenant.ts'

const ofMember = { email: { value: 'EMAIL', summary: 'Whose schedules', required: true }, ...organizationOption } as const

const list = databaseCommand({
  name: 'schedule list',
  summary: 'List the availability schedules of a member',
  options: ofMember,
  example: '--email user@acme.test',
  run: async (context, { email, organization: wanted }) => {
    const { organization } = await enter(context, { organization: wanted, email })
    const member = await memberOf(context, organization, email)
    return { collection: await gather(context, listUserAvailabilitySchedules, actingAs(member, organization), { user: `/users/${member.user.id}` }) }
  },
  show: ({ collection }) =>
    table(
      ['id', 'name', 'default', 'timezone', 'days with hours'],
      collection.map((one) => [
        idOf(one),
        one.name,
        one.default ? 'yes' : 'no',
        one.timezone,
        String(one.rules.filter(({ intervals }) => intervals.length > 0).length),
      ]),
    ),
})

const set = databaseCommand({
  name: 'schedule set',
  summary: 'Create an availability schedule of a member, or change one',
  description: 'The schedule with this name is changed; if there is none, it is made. --rules replace all rules there were.',
  options: {
    ...ofMember,
    name: { value: 'NAME', summary: 'Which schedule; "Working hours" is the one everybody has', required: true },
    timezone: { value: 'ZONE', summary: 'Where its hours are local, like Europe/Lisbon' },
    rules: { value: 'JSON', summary: 'Its hours, as the rules of the API' },
    default: { summary: 'Event types use it unless they say otherwise' },
  },
  example: '--email user@acme.test --name "Evenings" --rules \'[{"type": "wday", "wday": "monday", "intervals": [{"from": "18:00", "to": "21:00"}]}]\'',
  check: ({ rules }) => {
    if (rules !== undefined) readRules(rules)
  },
  run: async (context, { email, name, timezone, rules, default: isDefault, organization: wanted }) => {
    const { organization } = await enter(context, { organization: wanted, email })
    const member = await memberOf(context, organization, email)
    const [principal, user] = [actingAs(member, organization), `/users/${member.user.id}`]
    const known = (await gather(context, listUserAvailabilitySchedules, principal, { user })).find((one) => one.name.toLowerCase() === name.toLowerCase())
    const input = {
      user,
      name,
      ...(known ? { uuid: idOf(known) } : {}),
      ...(timezone === undefined ? {} : { timezone }),
      ...(rules === undefined ? {} : { rules: readRules(rules) as never }),
      ...(isDefault ? { default: true } : {}),
    }
    return { resource: await act(context, saveUserAvailabilitySchedule, principal, input), email }
  },
  show: ({ resource, email }) => `${email} has the schedule "${resource.name}" in ${resource.timezone}${resource.default ? ', used by default' : ''}.`,
})

const readRules = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--rules is no JSON. Put it into single quotes; openslot schedule set --help shows an example.')
  }
}

export const commands = [list, set]
