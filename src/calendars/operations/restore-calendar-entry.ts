import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { factSubject } from '../fact-subject.ts'
import { findHostChange, forgetHostChange } from '../store/host-changes.ts'
import { connectionFor } from '../workflow/find-connection.ts'
import { queueWriting } from '../workflow/want-entries.ts'

/** Never served at an address: the console runs it. */
export const restoreCalendarEntry = write({
  name: 'restore_calendar_entry',
  summary: 'Write a meeting into your calendar again, as it was booked',
  scopes: ['calendars:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId, membershipId } = principal
    const found = await findHostChange(tx, organizationId, membershipId, uuid)
    if (!found) throw missing()
    await forgetHostChange(tx, organizationId, uuid)
    await queueWriting(tx, [{ organizationId, id: uuid }], now)
    await recordChange(
      { tx, principal, now },
      'calendar.changed',
      factSubject(links, await connectionFor(tx, principal, found.connectionId)),
    )
  },
})
