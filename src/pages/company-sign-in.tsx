import {
  beginCompanySignIn,
  deviceOf,
  endSession,
  finishCompanySignIn,
  listIdentities,
  operatorKey,
  providerPath,
  SignInRefused,
  type SignInRule,
  unlinkIdentity,
} from '#accounts/index.ts'
import { filled } from '#ui/format.ts'
import { FormButton } from '#ui/forms.tsx'
import type { CompanyReason } from '../../languages/account-texts.ts'
import { attemptsOn } from './attempts.ts'
import { newKnownBrowser } from './known-browser.ts'
import { MoreLink, memberPage, withNote } from './member-page.tsx'
import { dayOf } from './moments.ts'
import { ownPath } from './return-to.ts'
import { list, run } from './run-operation.ts'
import { type PageHandler, type PageTable, type ShownPage, type SignedInVisit, signedIn, type Visit } from './visit.ts'

/** A longer way back does not fit into the address of every provider. */
const longestReturn = 1_000

/** What people read; an admin gets the name of the rule beside it. */
const reasonOf: Readonly<Record<SignInRule, CompanyReason>> = {
  provider_unknown: 'unknown',
  provider_away: 'away',
  provider_unsafe: 'setup',
  discovery_failed: 'setup',
  client_refused: 'setup',
  state_invalid: 'stale',
  code_refused: 'stale',
  sign_in_denied: 'denied',
  token_invalid: 'answer',
  signature_invalid: 'answer',
  issuer_differs: 'answer',
  audience_differs: 'answer',
  authorized_party_differs: 'answer',
  nonce_differs: 'answer',
  token_expired: 'clock',
  clock_differs: 'clock',
  address_missing: 'noAddress',
  address_unverified: 'unverified',
  domain_unproven: 'domain',
  hosted_domain_differs: 'domain',
  account_elsewhere: 'elsewhere',
  membership_ended: 'ended',
  admin_not_linked: 'admin',
  not_invited: 'notInvited',
  already_linked: 'alreadyLinked',
  linked_to_another: 'otherLink',
}

const statusOf: Partial<Readonly<Record<SignInRule, number>>> = { provider_unknown: 404, provider_away: 502 }

const nameOf = ({ context }: Visit): string => context.oidc?.settings.name ?? ''

/** The button of the operator's provider, where there is one. */
export const CompanyButton = ({ visit, back }: { readonly visit: Visit; readonly back: string | undefined }) => {
  const { context, language } = visit
  if (!context.oidc) return null
  const query = back === undefined ? '' : `?${new URLSearchParams({ return_to: back })}`
  return (
    <a class="button second full" href={`${providerPath(operatorKey)}${query}`}>
      {filled(language.account.company.continueWith, { provider: nameOf(visit) })}
    </a>
  )
}

/**
 * A form leads to another host only over a page of ours: browsers hold a policy of forms against redirects, too. Without
 * script the browser goes on by itself, and there is a link.
 */
export const leavingPage = (visit: Visit, to: string, text: string): ShownPage => {
  const { company } = visit.language.account
  const provider = nameOf(visit)
  return memberPage(visit, {
    title: filled(company.goOn, { provider }),
    refreshTo: to,
    children: (
      <>
        <p>{filled(text, { provider })}</p>
        <a class="button full" href={to}>
          {filled(company.goOn, { provider })}
        </a>
      </>
    ),
  })
}

const refusedPage = (visit: Visit, { rule, email = '' }: SignInRefused): ShownPage => {
  const { company } = visit.language.account
  return memberPage(visit, {
    title: company.refusedTitle,
    status: statusOf[rule] ?? 403,
    children: (
      <>
        <p>{filled(company.reasons[reasonOf[rule]], { provider: nameOf(visit), email })}</p>
        <p class="soft">{filled(company.code, { code: rule })}</p>
        {visit.session ? (
          <MoreLink href="/account" text={visit.language.account.backToAccount} />
        ) : (
          <>
            <CompanyButton visit={visit} back={undefined} />
            <MoreLink href="/login" text={company.withPassword} />
          </>
        )}
      </>
    ),
  })
}

/** With the page that says why, when somebody is refused. */
const explaining =
  (page: PageHandler): PageHandler =>
  (visit) =>
    page(visit).catch((error: unknown) => {
      if (error instanceof SignInRefused) return refusedPage(visit, error)
      throw error
    })

const begin: PageHandler = explaining(async (visit) => {
  await visit.count(...attemptsOn(visit, 'company', ''))
  return { to: await providerUrl(visit), status: 302 }
})

const providerUrl = (visit: Visit, linking?: string): Promise<string> => {
  const back = ownPath(visit.query.get('return_to'))
  return beginCompanySignIn(visit.context, {
    key: visit.params.provider ?? operatorKey,
    auth: visit.addresses.auth,
    browser: visit.formToken,
    returnTo: back !== undefined && back.length <= longestReturn ? back : undefined,
    linking,
  })
}

const finish: PageHandler = explaining(async (visit) => {
  const { context, addresses, query, params, language, notation } = visit
  await visit.count(...attemptsOn(visit, 'company', ''))
  const { session, userId, returnTo, isNew, isLinking } = await finishCompanySignIn(context, {
    key: params.provider ?? '',
    auth: addresses.auth,
    browser: visit.formToken,
    query,
    userId: visit.session?.userId,
    device: deviceOf(visit.userAgent),
    locale: language.locale,
    timeNotation: notation,
  })
  const before = visit.session ?? visit.halfway
  if (before) await run({ context, session: before }, endSession, { uuid: before.id })
  const next = isNew ? '/app/welcome/hours' : (returnTo ?? '/app')
  return {
    to: isLinking ? withNote('/account', 'sign-in-linked') : next,
    cookie: { key: session.key, expiresAt: session.expires_at },
    knownBrowser: newKnownBrowser(context.codes, userId),
  }
})

/** Begun by a form, so that nobody is led to link somebody else's account to theirs. */
const link = signedIn((visit) =>
  explaining(async () => {
    await visit.count(...attemptsOn(visit, 'company', ''))
    return leavingPage(visit, await providerUrl(visit, visit.session.userId), visit.language.account.company.goingOn)
  })(visit),
)

const unlink = signedIn(async (visit) => {
  await run(visit, unlinkIdentity, { uuid: visit.form.get('identity') ?? '' })
  return { to: withNote('/account', 'sign-in-unlinked') }
})

/** Of the account page: what opens the account beside the password. */
export const identitySection = async (visit: SignedInVisit) => {
  const { language, formToken, context } = visit
  const { company } = language.account
  const identities = await list(visit, listIdentities)
  if (identities.length === 0 && !context.oidc) return null
  const provider = nameOf(visit)
  return (
    <section>
      <h2>{company.title}</h2>
      <p>{identities.length > 0 ? company.hint : filled(company.unlinkedHint, { provider })}</p>
      {identities.length > 0 && (
        <ul class="list">
          {identities.map(({ uuid, issuer, created_at }) => (
            <li key={uuid}>
              <div>
                {issuer}
                <small>{filled(company.since, { day: dayOf(language, created_at) })}</small>
              </div>
              <FormButton
                token={formToken}
                action="/account/identities/remove"
                fields={{ identity: uuid }}
                button="quiet"
                label={filled(company.unlinkOf, { issuer })}
              >
                {company.unlink}
              </FormButton>
            </li>
          ))}
        </ul>
      )}
      {identities.length === 0 && (
        <FormButton token={formToken} action="/account/identities/link" button="second">
          {filled(company.linkAt, { provider })}
        </FormButton>
      )}
    </section>
  )
}

export const companySignInPages: PageTable = {
  'GET /login/with/:provider': begin,
  'GET /login/with/:provider/callback': finish,
  // In the layout of these pages, because the browser goes on from it.
  'POST /account/identities/link': link,
}

export const identityPages: PageTable = {
  'POST /account/identities/remove': unlink,
}
