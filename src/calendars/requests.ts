import { z } from 'zod'
import { says } from '#contract/reasons.ts'
import type { Credentials, OauthKind } from './connection.ts'
import { connectionRequestExample } from './examples.ts'

const address = z.string().trim().min(1).max(2048)

/**
 * What a person types or pastes: without a scheme it is https, and `webcal` is what calendar programs write for a feed.
 */
const toUrl = (text: string): string => {
  const url = text.replace(/^webcals?:\/\//i, 'https://')
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`
}

export const feedAddress = address.transform(toUrl).refine((url) => URL.canParse(url), says('not_an_address'))

export const ConnectionRequest = z
  .object({
    kind: z
      .enum(['ics', 'caldav'])
      .meta({ description: '`ics`: a read-only feed. `caldav`: an account on a calendar server.' }),
    url: address.meta({ description: 'The URL of the feed or the server. It may be a secret and is never returned.' }),
    username: z.string().min(1).max(320).optional().meta({ description: 'Required for `caldav`' }),
    password: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Required for `caldav`; an app password if the service has them. Never returned.' }),
  })
  .transform(({ kind, url, username, password }, context): Exclude<Credentials, { kind: OauthKind }> => {
    const target = toUrl(url)
    if (!URL.canParse(target)) context.addIssue({ code: 'custom', path: ['url'], message: says('not_an_address') })
    if (kind === 'ics') {
      for (const [field, value] of Object.entries({ username, password }))
        if (value !== undefined) context.addIssue({ code: 'custom', path: [field], message: says('only_for_caldav') })
      return { kind, url: target }
    }
    if (username === undefined) context.addIssue({ code: 'custom', path: ['username'], message: says('missing') })
    if (password === undefined) context.addIssue({ code: 'custom', path: ['password'], message: says('missing') })
    return { kind, url: target, username: username ?? '', password: password ?? '' }
  })
  .meta({ examples: [connectionRequestExample] })

/** Of each calendar in a connection: they are changed at the calendar's own address. */
export const calendarSettings = [
  'calendars.*.checks_conflicts',
  'calendars.*.counts_tentative',
  'calendars.*.takes_meetings',
]
