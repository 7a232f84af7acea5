import { html } from '#http/markup.ts'
import { createPersonalAccessToken, listPersonalAccessTokens, revokePersonalAccessToken } from '#oauth/index.ts'
import { FormError, formOn } from './errors.ts'
import { errorSummary, type FieldErrors, field, secretField } from './fields.ts'
import { formTo } from './layout.ts'
import { dayOf, minuteOf } from './moments.ts'
import { noteOf, withNote } from './notes.ts'
import { list, run } from './run-operation.ts'
import { scopeSummary, scopeTable } from './scope-texts.ts'
import { filled } from './texts.ts'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'

const tokensPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ShownPage> => {
  const { language } = visit
  const { tokens: texts, backToAccount } = language.account
  const tokens = await list(visit, listPersonalAccessTokens)
  const chosen = new Set(visit.form.getAll('scope'))
  const lines = tokens.map(
    ({ uuid, name, hint, scope, created_at, expires_at }) => html`<li>
<div>${name}<small>${hint} · ${filled(texts.since, { day: dayOf(language, created_at) })}${expires_at !== null && ` · ${filled(texts.until, { moment: minuteOf(visit, expires_at) })}`}</small><small>${scopeSummary(language, scope)}</small></div>
${formTo(visit, '/account/tokens/revoke', html`<input type="hidden" name="token" value="${uuid}"><button class="quiet" type="submit" aria-label="${filled(texts.revokeIt, { name })}">${texts.revoke}</button>`)}
</li>`,
  )
  return {
    title: texts.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: html`${noteOf(visit)}<h1>${texts.title}</h1>
${errorSummary(errors)}
<p class="soft">${texts.hint}</p>
${tokens.length === 0 ? html`<p>${texts.none}</p>` : html`<ul class="list">${lines}</ul>`}
<section><h2>${texts.make}</h2>
${formTo(
  visit,
  '/account/tokens',
  html`${field({ name: 'name', label: texts.purpose, value: visit.form.get('name') ?? '', hint: texts.purposeHint, maxlength: 255, wrong: errors.name })}
<fieldset id="scopes"><legend>${texts.scopes}</legend>
${errors.scopes !== undefined && html`<span class="wrong">${errors.scopes}</span>`}
${scopeTable(language, chosen)}</fieldset>
<button type="submit">${texts.makeIt}</button>`,
)}
</section>
<p class="more"><a href="/account">${backToAccount}</a></p>`,
  }
}

const make = formOn(tokensPage)(async (visit) => {
  const { form, language } = visit
  const { tokens: texts, refusals } = language.account
  const wanted = form.getAll('scope')
  if (wanted.length === 0) throw new FormError({ scopes: refusals.noScope })
  const { token, secret } = await run(visit, createPersonalAccessToken, {
    name: form.get('name') ?? '',
    scopes: wanted,
  })
  return {
    title: texts.newTitle,
    body: html`<h1>${texts.newTitle}</h1>
<p>${filled(texts.newHint, { name: token.name })}</p>
${secretField(language, secret)}
<a class="button full" href="/account/tokens">${texts.saved}</a>`,
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
