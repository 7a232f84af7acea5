import { isMcpScope, isScope, legacyScope, scopes } from '#contract/scopes.ts'
import { html } from '#http/markup.ts'
import { listAllowedApps, withdrawFromApp } from '#oauth/index.ts'
import { formTo } from './layout.ts'
import { dayOf } from './moments.ts'
import { list, run } from './run-operation.ts'
import { type PageTable, signedIn } from './visit.ts'

const scopeWords = (scope: string): string => {
  const names = scope.split(' ').filter((name) => isScope(name) || isMcpScope(name))
  if (scope.split(' ').includes(legacyScope) || names.length === scopes.length) return 'May do everything'
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

/** The applications that the user has authorized, and the forms to revoke that. */
export const authorizedAppPages: PageTable = {
  'GET /account/apps': signedIn(async (visit) => {
    const apps = await list(visit, listAllowedApps)
    const lines = apps.map(
      ({ client_id, name, scope, allowed_at }) => html`<li>
<div>${name}<small>${scopeWords(scope)} · since ${dayOf(allowed_at)}</small></div>
${formTo(visit, '/account/apps', html`<input type="hidden" name="client_id" value="${client_id}"><button class="quiet" type="submit" aria-label="Take back what ${name} may do">Take back</button>`)}
</li>`,
    )
    return {
      title: 'Applications you allowed',
      wide: true,
      body: html`<h1>Applications you allowed</h1>
<p class="soft">They act in your name, as far as you let them. What you take back ends at once.</p>
${apps.length === 0 ? html`<p>There are none.</p>` : html`<ul class="list">${lines}</ul>`}
<p class="more"><a href="/account">Back to your account</a></p>`,
    }
  }),
  'POST /account/apps': signedIn(async (visit) => {
    await run(visit, withdrawFromApp, { client_id: visit.form.get('client_id') ?? '' })
    return { to: '/account/apps' }
  }),
}
