import type { OauthService, TokenEndpoint } from '#integrations/index.ts'
import type { OauthClientKeys, OauthClients } from '#platform/config.ts'

/** Services that hosts connect with their consent, in a browser. */
export const consentServices = ['zoom', 'webex'] as const
export type ConsentService = (typeof consentServices)[number]

/** The addresses are fixed: no tenant can name others. Undefined where the operator has not registered this service. */
export const consentServiceOf = (service: ConsentService, clients: OauthClients): OauthService | undefined => {
  const { zoom, webex, conferenceRedirectUri: redirectUri } = clients
  if (service === 'zoom')
    return (
      zoom && {
        ...zoomEndpoint(zoom),
        authorizeUrl: 'https://zoom.us/oauth/authorize',
        redirectUri,
        // They belong to the registration.
        scopes: [],
        parameters: {},
      }
    )
  return (
    webex && {
      client: webex,
      authorizeUrl: 'https://webexapis.com/v1/authorize',
      tokenUrl: 'https://webexapis.com/v1/access_token',
      redirectUri,
      scopes: ['meeting:schedules_read', 'meeting:schedules_write', 'spark:people_read'],
      parameters: {},
    }
  )
}

export const zoomEndpoint = (client: OauthClientKeys): TokenEndpoint => ({
  client,
  tokenUrl: 'https://zoom.us/oauth/token',
  takesBasic: true,
})

/** Where browsers are sent, for the policy of the page that sends them. */
export const conferenceConsentOrigins = (clients: OauthClients): readonly string[] =>
  consentServices.flatMap((one) => {
    const service = consentServiceOf(one, clients)
    return service ? [new URL(service.authorizeUrl).origin] : []
  })
