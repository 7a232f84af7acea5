import { isMcpScope, isScope, legacyScope, mcpScopeCatalogue, scopeCatalogue } from '#contract/scopes.ts'
import { html, type Markup } from '#http/markup.ts'
import { type AuthorizationRequest, isLocalOnly, isUnverified, type OauthClient } from '#oauth/index.ts'
import { errorSummary, scopeChoice } from './fields.ts'
import { formTo } from './layout.ts'
import type { ShownPage, SignedInVisit } from './visit.ts'

interface ConsentRequest {
  readonly client: OauthClient
  readonly redirectUri: string
  readonly asked: AuthorizationRequest
  /** The request as it came, to be validated again with the answer. */
  readonly request: string
  readonly complaint?: string
}

/** The application, what it asks for in plain words, and two buttons. Single scopes can be deselected. */
export const consentPage = (visit: SignedInVisit, { client, redirectUri, asked, request, complaint }: ConsentRequest): ShownPage => ({
  title: `Allow ${client.name}?`,
  status: complaint === undefined ? 200 : 400,
  // A long list is read more easily in two columns.
  wide: asked.scopes.length > 8,
  isCapability: true,
  formTargets: [formTarget(redirectUri)],
  body: html`<h1>Allow <strong>${client.name}</strong> to act for you?</h1>
${errorSummary(complaint === undefined ? {} : { base: complaint })}
<p>You are signed in as <strong>${visit.session.name}</strong>, ${visit.session.email}.</p>
${warnings(client, redirectUri)}
${formTo(
  visit,
  '/oauth/authorize',
  html`<input type="hidden" name="request" value="${request}">
<fieldset>
<legend>It asks to</legend>
<div class="choices">${asked.scopes.map((scope) => scopeChoice(scope, inWords(scope), true))}</div>
</fieldset>
<p class="hint">Untick what it should not do. You can take all of it back in your account.</p>
<div class="row"><button type="submit" name="decision" value="allow">Allow</button><button class="second" type="submit" name="decision" value="deny">Do not allow</button></div>`,
)}`,
})

const inWords = (scope: string): string => {
  if (scope === legacyScope) return 'Do everything you can do yourself'
  if (isScope(scope)) return scopeCatalogue[scope]
  return isMcpScope(scope) ? mcpScopeCatalogue[scope] : scope
}

/** An application can have any name. What cannot be made up is where the answer is sent. */
const warnings = (client: OauthClient, redirectUri: string): Markup | false => {
  if (!isUnverified(client)) return false
  return html`<div class="note">
${client.documentUrl !== null && html`<p>It says of itself at <strong>${new URL(client.documentUrl).host}</strong> who it is.</p>`}
${client.documentUrl === null && html`<p>It registered itself, so its name proves nothing.</p>`}
<p>The answer goes to <strong>${hostOf(redirectUri)}</strong>.</p>
${isLocalOnly(client) && html`<p><strong>Go on only if you have just started this yourself.</strong> It takes the answer on a computer, and any program there can use this name.</p>`}
</div>`
}

const hostOf = (uri: string): string => {
  const { protocol, host } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}${host === '' ? '' : `//${host}`}`
}

/** For the `form-action` policy, which browsers also apply to redirects. It has no syntax for an IPv6 address, only for its scheme. */
const formTarget = (uri: string): string => {
  const { protocol, origin, hostname } = new URL(uri)
  if (protocol !== 'https:' && protocol !== 'http:') return protocol
  return /^[\w.-]+$/.test(hostname) ? origin : protocol
}
