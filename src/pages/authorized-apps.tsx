import { listAllowedApps, withdrawFromApp } from '#oauth/index.ts'
import { filled } from '#ui/format.ts'
import { FormButton } from '#ui/forms.tsx'
import { MoreLink, memberPage, withNote } from './member-page.tsx'
import { dayOf } from './moments.ts'
import { list, run } from './run-operation.ts'
import { scopeSummary } from './scope-texts.tsx'
import { type PageTable, signedIn } from './visit.ts'

/** The applications that the user has authorized, and the forms to revoke that. */
export const authorizedAppPages: PageTable = {
  'GET /account/apps': signedIn(async (visit) => {
    const { language, formToken } = visit
    const { apps: texts, backToAccount } = language.account
    const apps = await list(visit, listAllowedApps)
    return memberPage(visit, {
      title: texts.title,
      children: (
        <>
          <p class="soft">{texts.listHint}</p>
          {apps.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <ul class="list">
              {apps.map(({ client_id, name, scope, allowed_at }) => (
                <li key={client_id}>
                  <div>
                    {name}
                    <small>
                      {scopeSummary(language, scope)} · {filled(texts.allowedOn, { day: dayOf(language, allowed_at) })}
                    </small>
                  </div>
                  <FormButton
                    token={formToken}
                    action="/account/apps"
                    fields={{ client_id }}
                    button="quiet"
                    label={filled(texts.revokeOf, { name })}
                  >
                    {texts.revoke}
                  </FormButton>
                </li>
              ))}
            </ul>
          )}
          <MoreLink href="/account" text={backToAccount} />
        </>
      ),
    })
  }),
  'POST /account/apps': signedIn(async (visit) => {
    await run(visit, withdrawFromApp, { client_id: visit.form.get('client_id') ?? '' })
    return { to: withNote('/account/apps', 'app-revoked') }
  }),
}
