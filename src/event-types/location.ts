import { z } from 'zod'
import { type ReasonCode, says } from '#contract/reasons.ts'
import { maxJoinUrlLength, whyNotCustomLocation, whyNotJoinUrl } from './join-url.ts'

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

type WhyNot = (text: string) => ReasonCode | undefined

const refusing =
  (whyNot: WhyNot) =>
  (value: string, context: z.RefinementCtx): void => {
    const reason = whyNot(value)
    if (reason) context.addIssue({ code: 'custom', message: says(reason), params: { most: maxJoinUrlLength } })
  }

/** An address at which meetings are joined: the same for all of them, or a pattern. */
export const JoinUrl = z.string().max(maxJoinUrlLength).superRefine(refusing(whyNotJoinUrl))

/** Where meetings of a type can take place. Each kind has the fields that make sense for it; others are left out. */
export const Location = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('physical'), location: text, additional_info: text.optional() }),
    z.object({ kind: z.literal('custom'), location: text.superRefine(refusing(whyNotCustomLocation)) }),
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
