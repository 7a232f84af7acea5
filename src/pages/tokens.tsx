import { createPersonalAccessToken, listPersonalAccessTokens, revokePersonalAccessToken } from '#oauth/index.ts'
import { filled } from '#ui/format.ts'
import { Field, type FieldErrors, Form, FormButton, TextField } from '#ui/forms.tsx'
import { FormError, formOn } from './errors.ts'
import { MoreLink, memberPage, Secret, withNote } from './member-page.tsx'
import { dayOf, minuteOf } from './moments.ts'
import { list, run } from './run-operation.ts'
import { ScopeTable, scopeSummary } from './scope-texts.tsx'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'

const tokensPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ShownPage> => {
  const { language, formToken, form } = visit
  const { tokens: texts, backToAccount } = language.account
  const tokens = await list(visit, listPersonalAccessTokens)
  return memberPage(visit, {
    title: texts.title,
    errors,
    children: (
      <>
        <p class="soft">{texts.hint}</p>
        {tokens.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <ul class="list">
            {tokens.map(({ uuid, name, hint, scope, created_at, expires_at }) => (
              <li key={uuid}>
                <div>
                  {name}
                  <small>
                    {hint} · {filled(texts.createdOn, { day: dayOf(language, created_at) })}
                    {expires_at !== null && ` · ${filled(texts.expires, { moment: minuteOf(visit, expires_at) })}`}
                  </small>
                  <small>{scopeSummary(language, scope)}</small>
                </div>
                <FormButton
                  token={formToken}
                  action="/account/tokens/revoke"
                  fields={{ token: uuid }}
                  button="quiet"
                  label={filled(texts.revokeIt, { name })}
                >
                  {texts.revoke}
                </FormButton>
              </li>
            ))}
          </ul>
        )}
        <section>
          <h2>{texts.create}</h2>
          <Form token={formToken} action="/account/tokens">
            <TextField
              name="name"
              label={texts.name}
              value={form.get('name') ?? ''}
              hint={texts.nameHint}
              wrong={errors.name}
              maxLength={255}
              required
            />
            <Field name="scopes" label={texts.scopes} wrong={errors.scopes} isGroup>
              <ScopeTable language={language} chosen={new Set(form.getAll('scope'))} />
            </Field>
            <button type="submit">{texts.createIt}</button>
          </Form>
        </section>
        <MoreLink href="/account" text={backToAccount} />
      </>
    ),
  })
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
  return memberPage(visit, {
    title: texts.newTitle,
    children: (
      <>
        <p>{filled(texts.newHint, { name: token.name })}</p>
        <Secret language={language} text={secret} />
        <a class="button full" href="/account/tokens">
          {texts.saved}
        </a>
      </>
    ),
  })
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
