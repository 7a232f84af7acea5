import { faultOf, type ReadRefusal, secondsFrom } from '#integrations/index.ts'

export const apiUrl = 'https://www.googleapis.com/calendar/v3'
export const calendarUrl = (calendarId: string): string => `${apiUrl}/calendars/${encodeURIComponent(calendarId)}`

const limits = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']

/** 403 stands for a limit as well as for a lack of permission, and 410 for a token that is too old. */
export const readRefusal: ReadRefusal = ({ status, headers }, body) => {
  const reasons =
    (body as { error?: { errors?: readonly { reason?: string }[] } } | undefined)?.error?.errors?.map(
      ({ reason }) => reason,
    ) ?? []
  if (status === 403 && reasons.some((reason) => limits.includes(reason ?? '')))
    return faultOf('busy', secondsFrom(headers))
  if (status === 410 && !reasons.includes('deleted')) return faultOf('cursor_expired')
  return status === 409 ? faultOf('conflict') : undefined
}
