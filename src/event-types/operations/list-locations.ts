import { z } from 'zod'
import { isAdmin } from '#contract/principal.ts'
import { refuse } from '#contract/problem.ts'
import { referenceTo } from '#contract/wire.ts'
import { collection } from '#execution/operation.ts'
import { currentMember, findMembershipOfUser } from '#organizations/index.ts'
import { type ConferenceKind, conferenceKinds, locationKinds } from '../location.ts'
import { LocationChoiceResource } from '../resources.ts'
import { listConferenceRooms } from '../store/conference-links.ts'

export const listLocations = collection({
  name: 'list_locations',
  summary: 'List the locations a user can use',
  description:
    'Your own locations, or those of any member for owners and admins. A conference is `connected` when the host has set a join URL or a URL pattern for it, or a connected account or calendar makes one for each meeting.',
  scopes: ['locations:read'],
  input: z.object({ user: referenceTo('users') }),
  output: LocationChoiceResource,

  async run({ reader, principal }, { user: userId }) {
    const membership = currentMember(await findMembershipOfUser(reader, principal.organizationId, userId))
    if (membership.id !== principal.membershipId && !isAdmin(principal)) throw refuse('no_access')
    const connected = new Set(
      (await listConferenceRooms(reader, principal.organizationId, [membership.id]))
        .filter(({ isWorking }) => isWorking)
        .map(({ kind }) => kind),
    )
    const isConference = (kind: string): kind is ConferenceKind =>
      conferenceKinds.some((conference) => conference === kind)
    return locationKinds.map((kind) => (isConference(kind) ? { kind, connected: connected.has(kind) } : { kind }))
  },
})
