import { z } from 'zod'
import { dateDay } from '#availability/index.ts'
import { says } from '#contract/reasons.ts'
import { day, hour, minute } from '#platform/time/durations.ts'
import { readInstant } from '#platform/time/instant.ts'

/** A point in time, or what a clock shows. */
export type AskedTime = { readonly instant: Date } | { readonly local: number }

const localForm = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/

const readLocal = (text: string): number | undefined => {
  const match = localForm.exec(text)
  const date = match && dateDay(match[1] as string)
  return match && date !== undefined && date !== null
    ? date * day + Number(match[2]) * hour + Number(match[3]) * minute
    : undefined
}

/**
 * With `Z` or an offset, or without: then it is local to the time zone that is asked for, and may be one that the clock
 * skips.
 */
export const askedTime = z
  .string()
  .transform((text, context): AskedTime => {
    const [instant, local] = [readInstant(text), readLocal(text)]
    if (instant) return { instant }
    if (local !== undefined) return { local }
    context.addIssue({ code: 'custom', message: says('format') })
    return z.NEVER
  })
  .meta({
    description: 'With `Z` or an offset, or as local time in `timezone`',
    examples: ['2026-04-02T13:00'],
  })
