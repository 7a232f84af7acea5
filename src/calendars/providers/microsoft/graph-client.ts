import { faultOf, type ReadRefusal } from '#integrations/index.ts'

export const apiUrl = 'https://graph.microsoft.com/v1.0'
export const calendarUrl = (calendarId: string): string => `${apiUrl}/me/calendars/${encodeURIComponent(calendarId)}`
export const eventUrl = (id: string): string => `${apiUrl}/me/events/${encodeURIComponent(id)}`

/** Ids stay when an event is moved to another folder, and times come in UTC. */
export const preferences = { prefer: 'IdType="ImmutableId", outlook.timezone="UTC"' }

/** An address that the service gave for the next request: only its own are asked. */
export const isOwnUrl = (text: string): boolean => URL.canParse(text) && text.startsWith(`${apiUrl}/`)

const forgottenState = ['syncstatenotfound', 'syncstateinvalid', 'resyncrequired', 'syncstateexpired']

export const readRefusal: ReadRefusal = ({ status }, body) => {
  const code = String((body as { error?: { code?: unknown } } | undefined)?.error?.code ?? '').toLowerCase()
  if (status === 410 || forgottenState.includes(code)) return faultOf('cursor_expired')
  return status === 409 ? faultOf('conflict') : undefined
}
