import { z } from 'zod'
import { actorOf } from '#activity/index.ts'
import { conferenceKindOf, lockMeeting } from '#bookings/index.ts'
import { missing, refuse } from '#contract/problem.ts'
import { pathId } from '#contract/wire.ts'
import { JoinUrl } from '#event-types/index.ts'
import { write } from '#execution/operation.ts'
import { mendLink } from '../workflow/mend-link.ts'

/** Never served at an address: the console runs it. */
export const mendMeetingLink = write({
  name: 'mend_meeting_link',
  summary: 'Enter the link of a meeting that has none, or have it created again',
  description: 'For its hosts, owners, and admins. Everyone who got an email without the link gets another one.',
  scopes: ['scheduled_events:write'],
  input: z.object({ uuid: pathId, url: JoinUrl.nullable() }),
  output: z.null(),

  async run({ tx, principal, links, codes, now }, { uuid, url }) {
    const { organizationId } = principal
    const { scheduledEvent: event } = await lockMeeting(tx, principal, uuid)
    if (event.status === 'canceled') throw refuse('event_canceled')
    if (event.endsAt <= now) throw refuse('event_over')
    const kind = conferenceKindOf(event.location)
    const [host] = event.hosts
    if (!kind || !host) throw missing()
    // The link came first.
    if (event.location?.status === 'pushed') return null
    const meeting = { organizationId, id: uuid, kind, membershipId: host.membershipId }
    await mendLink({ tx, links, codes, now, actor: actorOf(principal) }, meeting, url)
    return null
  },
})
