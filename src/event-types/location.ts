import { z } from 'zod'

export const conferenceKinds = [
  'google_conference',
  'gotomeeting_conference',
  'microsoft_teams_conference',
  'webex_conference',
  'zoom_conference',
] as const
export type ConferenceKind = (typeof conferenceKinds)[number]

/** In the order in which `GET /locations` shows them. */
export const locationKinds = [
  'physical',
  'ask_invitee',
  'custom',
  'inbound_call',
  'outbound_call',
  ...conferenceKinds,
] as const

const maxLength = 255
const text = z.string().trim().min(1).max(maxLength)

/** Where meetings of a type can take place. Each kind has the fields that make sense for it; others are left out. */
export const Location = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('physical'), location: text, additional_info: text.optional() }),
    z.object({ kind: z.literal('custom'), location: text }),
    z.object({ kind: z.literal('ask_invitee'), location: text.optional() }),
    z.object({ kind: z.literal('inbound_call'), phone_number: text, additional_info: text.optional() }),
    z.object({ kind: z.literal('outbound_call') }),
    ...conferenceKinds.map((kind) => z.object({ kind: z.literal(kind) })),
  ])
  .meta({
    id: 'LocationConfiguration',
    examples: [{ kind: 'physical', location: 'Rua Nova 1', additional_info: 'Ring twice' }],
  })
export type Location = z.output<typeof Location>

export const maxLocations = 20

/** A type without locations has `null`, never an empty list. */
export const Locations = z.array(Location).max(maxLocations)

/** `{uuid}` in a join URL becomes the id of the scheduled event. */
export const joinUrlFor = (template: string, scheduledEventId: string): string =>
  template.replaceAll('{uuid}', scheduledEventId)

/** https only, and well formed once its placeholder is filled. */
export const isJoinUrl = (template: string): boolean => {
  const url = joinUrlFor(template, '00000000-0000-4000-8000-000000000000')
  return URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).username === ''
}
