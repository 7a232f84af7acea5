import { invalid } from '#contract/problem.ts'
import { isScope, scopeCatalogue, scopes } from '#contract/scopes.ts'
import { html } from '#http/markup.ts'
import { createPersonalAccessToken, listPersonalAccessTokens, revokePersonalAccessToken } from '#oauth/index.ts'
import { formOn } from './complaints.ts'
import { type Complaints, errorSummary, field, scopeChoice } from './fields.ts'
import { formTo } from './layout.ts'
import { dayOf } from './moments.ts'
import { noteOf, withNote } from './notes.ts'
import { list, run } from './run-operation.ts'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'

const tokensPage = async (visit: SignedInVisit, complaints: Complaints = {}): Promise<ShownPage> => {
  const tokens = await list(visit, listPersonalAccessTokens)
  const chosen = new Set(visit.form.getAll('scope'))
  const lines = tokens.map(
    ({ uuid, name, hint, scope, created_at }) => html`<li>
<div>${name}<small>${hint} · since ${dayOf(created_at)}</small><small>${scopeWords(scope)}</small></div>
${formTo(visit, '/account/tokens/revoke', html`<input type="hidden" name="token" value="${uuid}"><button class="quiet" type="submit" aria-label="Revoke ${name}">Revoke</button>`)}
</li>`,
  )
  return {
    title: 'Personal access tokens',
    wide: true,
    status: Object.keys(complaints).length > 0 ? 400 : 200,
    body: html`${noteOf(visit)}<h1>Personal access tokens</h1>
${errorSummary(complaints)}
<p class="soft">A program with one of these acts in your name, as far as its scopes go. It does not expire; revoke what you do not use.</p>
${tokens.length === 0 ? html`<p>You have none.</p>` : html`<ul class="list">${lines}</ul>`}
<section><h2>Make a token</h2>
${formTo(
  visit,
  '/account/tokens',
  html`${field({ name: 'name', label: 'What it is for', value: visit.form.get('name') ?? '', hint: 'So that you know it again, like “Nightly report”.', maxlength: 255, wrong: complaints.name })}
<fieldset id="scopes"><legend>What it may do</legend>
${complaints.scopes !== undefined && html`<span class="wrong">${complaints.scopes}</span>`}
<div class="choices">${scopes.map((scope) => scopeChoice(scope, scopeCatalogue[scope], chosen.has(scope)))}</div></fieldset>
<button type="submit">Make the token</button>`,
)}
</section>
<p class="more"><a href="/account">Back to your account</a></p>`,
  }
}

const scopeWords = (scope: string): string => {
  const names = scope.split(' ').filter(Boolean)
  if (names.length === 0) return 'May do nothing'
  if (names.length === scopes.length || names.some((name) => !isScope(name))) return 'May do everything'
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

const make = formOn(tokensPage)(async (visit) => {
  const { form } = visit
  const wanted = form.getAll('scope')
  if (wanted.length === 0) throw invalid({ parameter: 'scopes', message: 'Choose at least one: a token without any may do nothing.' })
  const { token, secret } = await run(visit, createPersonalAccessToken, { name: form.get('name') ?? '', scopes: wanted })
  return {
    title: 'Your new token',
    body: html`<h1>Your new token</h1>
<p>This is “${token.name}”. Copy it now: it is shown only this once.</p>
<code class="secret">${secret}</code>
<a class="button full" href="/account/tokens">I have kept it</a>`,
  }
})

const revoke = signedIn(async (visit) => {
  await run(visit, revokePersonalAccessToken, { uuid: visit.form.get('token') ?? '' })
  return { to: withNote('/account/tokens', 'token-revoked') }
})

export const tokenPages: PageTable = {
  'GET /account/tokens': signedIn((visit) => tokensPage(visit)),
  'POST /account/tokens': make,
  'POST /account/tokens/revoke': revoke,
}
