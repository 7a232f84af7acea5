import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { type Deadline, isFault } from '#integrations/index.ts'
import { counted } from '#platform/counted.ts'
import { hour } from '#platform/time/durations.ts'
import { calendarFaults } from '../../../languages/calendar-faults.ts'
import { entryOf } from '../entry.ts'
import { windowAt } from '../health.ts'
import type { ProviderFault } from '../providers/fault.ts'
import type { CalendarProvider } from '../providers/provider.ts'
import { listCalendarsToCheck } from '../store/calendars.ts'
import { loadCredentials } from '../store/connections.ts'
import { connectionFor } from '../workflow/find-connection.ts'
import { openConnection } from '../workflow/open-provider.ts'
import { removeNow } from '../workflow/remove-entries.ts'

const checkMilliseconds = 60_000

const Step = z.object({ step: z.string(), ok: z.boolean(), message: z.string() })
type Step = z.output<typeof Step>

/** Never served at an address: the command line runs it. */
export const checkCalendarConnection = write({
  name: 'check_calendar_connection',
  summary: 'Try a calendar connection from end to end',
  description:
    'Signs in, reads every calendar that counts, and writes and removes an event in the one that takes meetings.',
  scopes: ['calendars:write'],
  input: z.object({ uuid: pathId }),
  output: z.object({ account: z.string(), steps: z.array(Step) }),

  async ask(call, { uuid }) {
    const { reader, principal, now } = call
    const { organizationId, account } = await connectionFor(reader, principal, uuid)
    const credentials = await loadCredentials(reader, organizationId, uuid)
    const provider = openConnection(call, { organizationId, id: uuid, credentials })
    const end = performance.now() + checkMilliseconds
    const deadline = { leftMilliseconds: () => end - performance.now() }
    const found = await provider.discover(deadline)
    const steps = [
      isFault(found) ? failed('sign in', found) : passed('sign in', counted(found.calendars.length, 'calendar')),
    ]
    for (const { foreignId, name, checksConflicts, takesMeetings } of isFault(found)
      ? []
      : await listCalendarsToCheck(reader, organizationId, uuid)) {
      if (checksConflicts) steps.push(await tryReading(provider, foreignId, name, now, deadline))
      if (takesMeetings) steps.push(await tryWriting(provider, foreignId, name, now, deadline))
    }
    return { account, steps }
  },

  async run(_, __, checked) {
    return checked
  },
})

const passed = (step: string, message: string): Step => ({ step, ok: true, message })
const failed = (step: string, { fault }: ProviderFault): Step => ({
  step,
  ok: false,
  message: calendarFaults[fault],
})

const tryReading = async (
  provider: CalendarProvider,
  foreignId: string,
  name: string,
  now: Date,
  deadline: Deadline,
): Promise<Step> => {
  const changes = await provider.sync(
    { foreignId, cursor: null, window: windowAt(now.getTime()), known: async () => new Map() },
    deadline,
  )
  return isFault(changes)
    ? failed(`read "${name}"`, changes)
    : passed(`read "${name}"`, counted(changes.changed.length, 'event'))
}

const tryWriting = async (
  provider: CalendarProvider,
  foreignId: string,
  name: string,
  now: Date,
  deadline: Deadline,
): Promise<Step> => {
  const step = `write into "${name}"`
  const uid = `${randomUUID().replaceAll('-', '')}@openslot`
  const meeting = { uid, name: 'Openslot check', place: null, invitees: [], isGroup: true, answers: [] }
  const entry = entryOf({ ...meeting, startsAt: now, endsAt: new Date(now.getTime() + hour) }, 0, now)
  const written = await provider.write(foreignId, entry, null, deadline)
  if (isFault(written)) return failed(step, written)
  const fault = await removeNow(provider, foreignId, uid, written, deadline)
  return fault ? failed(`${step}, and remove again`, fault) : passed(step, 'an event was written and removed again')
}
