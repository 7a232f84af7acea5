import { type AuthorizationRequest, isLocalOnly, isUnverified, type OauthClient } from '#oauth/index.ts'
import { filled, filledWith } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import type { AccountTexts } from '../../languages/account-texts.ts'
import { memberPage } from './member-page.tsx'
import { ScopeChoices } from './scope-texts.tsx'
import type { ShownPage, SignedInVisit } from './visit.ts'

interface ConsentRequest {
  readonly client: OauthClient
  readonly redirectUri: string
  readonly asked: AuthorizationRequest
  /** The request as it came, to be validated again with the answer. */
  readonly request: string
  readonly error?: string
}

/** The application, what it asks for in plain words, and two buttons. Single scopes can be deselected. */
export const consentPage = (
  visit: SignedInVisit,
  { client, redirectUri, asked, request, error }: ConsentRequest,
): ShownPage => {
  const { language, session, formToken } = visit
  const { consent } = language.account
  // It is read more easily in two columns, by what it is about.
  const isLong = asked.scopes.length > 8
  return memberPage(visit, {
    title: filled(consent.title, { name: client.name }),
    heading: filledWith(consent.heading, { name: <strong>{client.name}</strong> }),
    errors: error === undefined ? {} : { base: error },
    wide: isLong,
    isCapability: true,
    formTargets: [formTarget(redirectUri)],
    children: (
      <>
        <p>{filledWith(consent.signedIn, { name: <strong>{session.name}</strong>, email: session.email })}</p>
        {isUnverified(client) && <Warnings texts={consent} client={client} redirectUri={redirectUri} />}
        <Form token={formToken} action="/oauth/authorize" fields={{ request }}>
          <fieldset>
            <legend>{consent.asks}</legend>
            <ScopeChoices language={language} asked={asked.scopes} isGrouped={isLong} />
          </fieldset>
          <p class="hint">{consent.untick}</p>
          <div class="row">
            <button type="submit" name="decision" value="allow">
              {consent.allow}
            </button>
            <button class="second" type="submit" name="decision" value="deny">
              {consent.deny}
            </button>
          </div>
        </Form>
      </>
    ),
  })
}

interface WarningsProps {
  readonly texts: AccountTexts['consent']
  readonly client: OauthClient
  readonly redirectUri: string
}

/** An application can have any name. What cannot be made up is where the answer is sent. */
const Warnings = ({ texts, client, redirectUri }: WarningsProps) => (
  <div class="note">
    <p>
      {client.documentUrl === null
        ? texts.registeredItself
        : filledWith(texts.describedAt, { host: <strong>{new URL(client.documentUrl).host}</strong> })}
    </p>
    <p>{filledWith(texts.goesTo, { host: <strong>{hostOf(redirectUri)}</strong> })}</p>
    {isLocalOnly(client) && (
      <p>
        <strong>{texts.onlyIfYou}</strong> {texts.localProgram}
      </p>
    )}
  </div>
)

const hostOf = (uri: string): string => {
  const { protocol, host } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}${host === '' ? '' : `//${host}`}`
}

/**
 * For the `form-action` policy, which browsers also apply to redirects. It has no syntax for an IPv6 address, only for
 * its scheme.
 */
const formTarget = (uri: string): string => {
  const { protocol, origin, hostname } = new URL(uri)
  if (protocol !== 'https:' && protocol !== 'http:') return protocol
  return /^[\w.-]+$/.test(hostname) ? origin : protocol
}
