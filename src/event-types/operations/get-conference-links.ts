import { z } from 'zod'
import { read } from '#execution/operation.ts'
import { conferenceKinds } from '../location.ts'
import { listConferenceRooms } from '../store/conference-links.ts'

/** For the console: the caller's own rooms for conferences. */
export const getConferenceLinks = read({
  name: 'get_conference_links',
  summary: 'See your own join URLs, by the kind of conference',
  scopes: ['locations:read'],
  input: z.object({}),
  output: z.array(
    z.object({
      kind: z.enum(conferenceKinds),
      url: z.string().nullable(),
      source: z.enum(['url', 'calendar', 'account']),
    }),
  ),

  run: async ({ reader, principal }) => {
    const found = await listConferenceRooms(reader, principal.organizationId, [principal.membershipId])
    return found.map(({ kind, url, source }) => ({ kind, url, source }))
  },
})
