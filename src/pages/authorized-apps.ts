import { html } from '#http/markup.ts'
import { listAllowedApps, withdrawFromApp } from '#oauth/index.ts'
import { formTo } from './layout.ts'
import { dayOf } from './moments.ts'
import { noteOf, withNote } from './notes.ts'
import { list, run } from './run-operation.ts'
import { scopeSummary } from './scope-texts.ts'
import { filled } from './texts.ts'
import { type PageTable, signedIn } from './visit.ts'

/** The applications that the user has authorized, and the forms to revoke that. */
export const authorizedAppPages: PageTable = {
  'GET /account/apps': signedIn(async (visit) => {
    const { language } = visit
    const { apps: texts, tokens, backToAccount } = language.account
    const apps = await list(visit, listAllowedApps)
    const lines = apps.map(
      ({ client_id, name, scope, allowed_at }) => html`<li>
<div>${name}<small>${scopeSummary(language, scope)} · ${filled(tokens.since, { day: dayOf(language, allowed_at) })}</small></div>
${formTo(visit, '/account/apps', html`<input type="hidden" name="client_id" value="${client_id}"><button class="quiet" type="submit" aria-label="${filled(texts.revokeOf, { name })}">${texts.revoke}</button>`)}
</li>`,
    )
    return {
      title: texts.title,
      body: html`${noteOf(visit)}<h1>${texts.title}</h1>
<p class="soft">${texts.listHint}</p>
${apps.length === 0 ? html`<p>${texts.none}</p>` : html`<ul class="list">${lines}</ul>`}
<p class="more"><a href="/account">${backToAccount}</a></p>`,
    }
  }),
  'POST /account/apps': signedIn(async (visit) => {
    await run(visit, withdrawFromApp, { client_id: visit.form.get('client_id') ?? '' })
    return { to: withNote('/account/apps', 'app-revoked') }
  }),
}
