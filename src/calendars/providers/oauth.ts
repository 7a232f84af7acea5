import type { OauthService } from '#integrations/index.ts'
import type { OauthClients } from '#platform/config.ts'
import { type OauthKind, oauthKinds } from '../connection.ts'

/** The addresses are fixed: no tenant can name others. Undefined where the operator has not registered this service. */
export const oauthServiceOf = (
  kind: OauthKind,
  { google, microsoft, redirectUri }: OauthClients,
): OauthService | undefined => {
  if (kind === 'google')
    return (
      google && {
        client: google,
        authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        redirectUri,
        scopes: [
          'https://www.googleapis.com/auth/calendar.events',
          'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
        ],
        // Without `consent` Google gives a refresh token only the first time.
        parameters: { access_type: 'offline', prompt: 'consent' },
        namesGranted: true,
        testGrantDays: 7,
      }
    )
  const endpoints = `https://login.microsoftonline.com/${microsoft?.tenant}/oauth2/v2.0`
  return (
    microsoft && {
      client: microsoft,
      authorizeUrl: `${endpoints}/authorize`,
      tokenUrl: `${endpoints}/token`,
      redirectUri,
      scopes: ['offline_access', 'User.Read', 'Calendars.ReadWrite'],
      parameters: { response_mode: 'query', prompt: 'select_account' },
    }
  )
}

/** Where browsers are sent, for the policy of the page that sends them. */
export const consentOrigins = (clients: OauthClients): readonly string[] =>
  oauthKinds.flatMap((kind) => {
    const service = oauthServiceOf(kind, clients)
    return service ? [new URL(service.authorizeUrl).origin] : []
  })
