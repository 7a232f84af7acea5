import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { deleteBusySpans, insertBusySpans } from '#availability/index.ts'
import { missing } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { without } from '../busy-times.ts'
import { digestsOfUid } from '../entry.ts'
import { factSubject } from '../fact-subject.ts'
import { findHostChange } from '../store/host-changes.ts'
import { findItemsOfMember } from '../store/items.ts'
import { connectionFor } from '../workflow/find-connection.ts'

/**
 * Never served at an address: the console runs it before a meeting follows its entry, whose time counts as busy until
 * then; and again if that fails.
 */
export const makeRoomForEntry = write({
  name: 'make_room_for_calendar_entry',
  summary: 'Let the time that you moved an entry to be free for its meeting',
  scopes: ['calendars:write'],
  input: z.object({ uuid: pathId, is_free: z.boolean() }),
  output: z.void(),

  async run({ tx, principal, links, now }, { uuid, is_free: isFree }) {
    const { organizationId, membershipId } = principal
    const found = await findHostChange(tx, organizationId, membershipId, uuid)
    if (!found) throw missing()
    const { change, uid, startsAt, endsAt } = found
    if (change.kind !== 'moved') return
    const times = without([{ start: change.startsAt, end: change.endsAt }], {
      start: startsAt.getTime(),
      end: endsAt.getTime(),
    })
    for (const { calendarId, key } of await findItemsOfMember(tx, organizationId, membershipId, digestsOfUid(uid))) {
      const calendar = { organizationId, membershipId, calendarId }
      const spans = times.map((span) => ({ itemKey: key, ...span }))
      await (isFree ? deleteBusySpans : insertBusySpans)(tx, calendar, spans)
    }
    await recordChange(
      { tx, principal, now },
      'calendar.changed',
      factSubject(links, await connectionFor(tx, principal, found.connectionId)),
    )
  },
})
