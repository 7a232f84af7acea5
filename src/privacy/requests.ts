import { z } from 'zod'
import { type Detail, invalid } from '#contract/problem.ts'
import { email, instant } from '#contract/wire.ts'
import { isWithinTwoYears } from './deletion.ts'

const maxEmails = 100

/** Whose data is to be deleted. */
export const InviteeDataRequest = z.object({
  emails: z
    .array(email)
    .min(1)
    .max(maxEmails)
    .meta({ examples: [['invitee@client.test']] }),
})

const past = (example: string) => instant.meta({ format: 'date-time', examples: [example] })

/** The meetings that are to be deleted. */
export const EventDataRequest = z.object({
  start_time: past('2024-01-01T00:00:00Z'),
  end_time: past('2025-01-01T00:00:00Z'),
})

/** Meetings can be deleted once they are past, two years of them at a time. */
export const checkPastSpan = (
  { start_time: from, end_time: to }: z.output<typeof EventDataRequest>,
  now: Date,
): void => {
  const wrong: readonly Detail[] = [
    ...(from > now ? [{ parameter: 'start_time', reason: 'not_in_past' as const }] : []),
    ...(to > now ? [{ parameter: 'end_time', reason: 'not_in_past' as const }] : []),
    ...(to < from ? [{ parameter: 'end_time', reason: 'end_not_after_start_time' as const }] : []),
    ...(isWithinTwoYears(from, to) ? [] : [{ parameter: 'end_time', reason: 'longer_than_two_years' as const }]),
  ]
  if (wrong.length > 0) throw invalid(...wrong)
}
