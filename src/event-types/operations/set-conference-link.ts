import { z } from 'zod'
import { recordChange } from '#activity/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { referenceTo, uriOf } from '#contract/wire.ts'
import { write } from '#execution/operation.ts'
import { currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { conferenceKinds, JoinUrl } from '../location.ts'
import { deleteConferenceLink, saveConferenceLink } from '../store/conference-links.ts'

const ConferenceLink = z.object({ user: z.string(), kind: z.enum(conferenceKinds), url: z.string().nullable() })

/** A host's own room for conferences of a kind: the same for every meeting, or one per meeting with `{random}`. */
export const setConferenceLink = write({
  name: 'set_conference_link',
  summary: "Set or remove a host's join URL for a kind of conference",
  scopes: ['event_types:write'],
  input: z.object({
    user: referenceTo('users'),
    kind: z.enum(conferenceKinds),
    url: JoinUrl.nullable(),
  }),
  output: ConferenceLink,

  async run({ tx, principal, links, now }, { user: userId, kind, url }) {
    const { organizationId } = principal
    const membership = currentMember(await findMembershipOfUser(tx, organizationId, userId))
    if (membership.id !== principal.membershipId && !isAdmin(principal)) throw refuse('no_permission')

    const subject = { user: uriOf(links, 'users', userId), kind, url }
    if (url !== null) await saveConferenceLink(tx, organizationId, membership.id, kind, url, now)
    else if (!(await deleteConferenceLink(tx, organizationId, membership.id, kind, now))) return subject
    const name = url === null ? 'conference_link.removed' : 'conference_link.set'
    await recordChange({ tx, principal, now }, name, subject)
    return subject
  },
})
