import { html, type Markup } from '#http/markup.ts'
import { type AuthorizationRequest, isLocalOnly, isUnverified, type OauthClient } from '#oauth/index.ts'
import type { AccountTexts } from '../../languages/account-texts.ts'
import { errorSummary } from './fields.ts'
import { formTo } from './layout.ts'
import { scopeChoices } from './scope-texts.ts'
import { filled, filledMarkup, strong } from './texts.ts'
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
  const { language, session } = visit
  const { consent } = language.account
  // It is read more easily in two columns, by what it is about.
  const isLong = asked.scopes.length > 8
  return {
    title: filled(consent.title, { name: client.name }),
    status: error === undefined ? 200 : 400,
    wide: isLong,
    isCapability: true,
    formTargets: [formTarget(redirectUri)],
    body: html`<h1>${filledMarkup(consent.heading, { name: strong(client.name) })}</h1>
${errorSummary(error === undefined ? {} : { base: error })}
<p>${filledMarkup(consent.signedIn, { name: strong(session.name), email: session.email })}</p>
${warnings(consent, client, redirectUri)}
${formTo(
  visit,
  '/oauth/authorize',
  html`<input type="hidden" name="request" value="${request}">
<fieldset>
<legend>${consent.asks}</legend>
${scopeChoices(language, asked.scopes, isLong)}
</fieldset>
<p class="hint">${consent.untick}</p>
<div class="row"><button type="submit" name="decision" value="allow">${consent.allow}</button><button class="second" type="submit" name="decision" value="deny">${consent.deny}</button></div>`,
)}`,
  }
}

/** An application can have any name. What cannot be made up is where the answer is sent. */
const warnings = (texts: AccountTexts['consent'], client: OauthClient, redirectUri: string): Markup | false => {
  if (!isUnverified(client)) return false
  return html`<div class="note">
${client.documentUrl !== null && html`<p>${filledMarkup(texts.describedAt, { host: strong(new URL(client.documentUrl).host) })}</p>`}
${client.documentUrl === null && html`<p>${texts.registeredItself}</p>`}
<p>${filledMarkup(texts.goesTo, { host: strong(hostOf(redirectUri)) })}</p>
${isLocalOnly(client) && html`<p>${strong(texts.onlyIfYou)} ${texts.localProgram}</p>`}
</div>`
}

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
