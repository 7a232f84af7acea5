import { listUserAvailabilitySchedules, saveUserAvailabilitySchedule } from '#availability/index.ts'
import { idOf } from '#contract/wire.ts'
import { organizationOption } from '../tenant.ts'
import { listCommand, tenantCommand } from '../tenant-command.ts'

const ofMember = { email: { value: 'EMAIL', of: 'member', summary: 'Whose schedules', required: true }, ...organizationOption } as const

const list = listCommand({
  name: 'schedule list',
  summary: 'List the availability schedules of a member',
  options: ofMember,
  example: '--email user@demo.test',
  list: async ({ gather, userUri, actor }, { email }) => gather(listUserAvailabilitySchedules, { user: await userUri(email) }, await actor(email)),
  headings: ['id', 'name', 'default', 'timezone', 'days with hours'],
  row: (one) => [idOf(one), one.name, one.default ? 'yes' : 'no', one.timezone, String(one.rules.filter(({ intervals }) => intervals.length > 0).length)],
})

const set = tenantCommand({
  name: 'schedule set',
  summary: 'Create an availability schedule of a member, or change one',
  description: 'The schedule with this name is changed; if there is none, it is made. --rules replace all rules there were.',
  options: {
    ...ofMember,
    name: { value: 'NAME', summary: 'Which schedule; "Working hours" is the one everybody has', required: true },
    timezone: { value: 'ZONE', summary: 'Where its hours are local, like Europe/Lisbon' },
    rules: { value: 'JSON', json: { advice: '; openslot schedule set --help shows an example' }, summary: 'Its hours, as the rules of the API' },
    default: { summary: 'Event types use it unless they say otherwise' },
  },
  example: '--email user@demo.test --name "Evenings" --rules \'[{"type": "wday", "wday": "monday", "intervals": [{"from": "18:00", "to": "21:00"}]}]\'',
  run: async (tenant, { email, name, timezone, rules, default: isDefault }) => {
    const [principal, user] = [await tenant.actor(email), await tenant.userUri(email)]
    const known = (await tenant.gather(listUserAvailabilitySchedules, { user }, principal)).find((one) => one.name.toLowerCase() === name.toLowerCase())
    const input = { user, uuid: known && idOf(known), name, timezone, rules, default: isDefault || undefined }
    return { resource: await tenant.act(saveUserAvailabilitySchedule, input, principal), email }
  },
  show: ({ resource, email }) => `${email} has the schedule "${resource.name}" in ${resource.timezone}${resource.default ? ', used by default' : ''}.`,
})

export const commands = [list, set]
