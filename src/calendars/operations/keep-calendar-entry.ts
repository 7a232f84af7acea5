import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { factSubject } from '../fact-subject.ts'
import { findHostChange, keepHostChange } from '../store/host-changes.ts'
import { connectionFor } from '../workflow/find-connection.ts'

/** Never served at an address: the console runs it. */
export const keepCalendarEntry = write({
  name: 'keep_calendar_entry',
  summary: 'Leave the entry of a meeting in your calendar longer or shorter than the meeting',
  scopes: ['calendars:write'],
  input: z.object({ uuid: pathId }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid }) {
    const { organizationId, membershipId } = principal
    const found = await findHostChange(tx, organizationId, membershipId, uuid)
    if (!found || (found.change.kind !== 'longer' && found.change.kind !== 'shorter')) throw missing()
    await keepHostChange(tx, organizationId, uuid)
    await recordChange(
      { tx, principal, now },
      'calendar.changed',
      factSubject(links, await connectionFor(tx, principal, found.connectionId)),
    )
  },
})
