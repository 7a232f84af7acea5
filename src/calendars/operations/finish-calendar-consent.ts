import { z } from 'zod'
import { write } from '#execution/operation.ts'
import { finishConsent, grantedTokens, sealTokens } from '#integrations/index.ts'
import { type OauthKind, tokensContext } from '../connection.ts'
import { oauthServiceOf } from '../providers/oauth.ts'
import { ConnectionResource, toConnectionResource } from '../resources.ts'
import { listCalendarsOf } from '../store/calendars.ts'
import { saveTokens } from '../store/tokens.ts'
import { addConnection, lockSameAccount, renewConnection } from '../workflow/add-connection.ts'
import { discoverAccount, orRefuse } from '../workflow/discover.ts'
import { openWithTokens } from '../workflow/open-provider.ts'

/** Never served at an address: the console runs it, in the browser that comes back from the service. */
export const finishCalendarConsent = write({
  name: 'finish_calendar_consent',
  summary: 'Connect the calendar that its owner has agreed to at Google or Microsoft',
  description: 'An account that is connected already gets new tokens, and keeps its settings.',
  scopes: ['calendars:write'],
  input: z.object({ state: z.string().max(2048), code: z.string().min(1).max(4096) }),
  output: ConnectionResource,

  async ask(call, consent) {
    const owner = { purpose: 'calendar' as const, membershipId: call.principal.membershipId }
    const { kind, tokens } = orRefuse(
      await finishConsent(call, owner, consent, (of: OauthKind) => oauthServiceOf(of, call.oauthClients)),
    )
    return { kind, tokens, found: await discoverAccount(openWithTokens(call.outgoing, kind, grantedTokens(tokens))) }
  },

  async run(call, _, { kind, tokens, found }) {
    const { tx, principal, links, encryption, now } = call
    const { organizationId } = principal
    const credentials = { kind, account: found.account }
    const keep = (id: string) => saveTokens(tx, organizationId, id, sealTokens(encryption, tokensContext(id), tokens))
    const known = (await lockSameAccount(call, credentials, found))?.id
    if (known !== undefined) await keep(known)
    const connection =
      known === undefined
        ? await addConnection(call, credentials, found, keep)
        : await renewConnection(call, known, credentials, found.account)
    return toConnectionResource(links, connection, await listCalendarsOf(tx, organizationId, [connection.id]), now)
  },
})
