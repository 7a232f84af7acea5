import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  inGroups,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#accounts/index.ts'
import { html, type Markup } from '#http/markup.ts'
import { attemptsOn } from './attempts.ts'
import { formOn } from './complaints.ts'
import { confirmPassword } from './confirm-password.ts'
import { type Complaints, errorSummary, field, usernameField } from './fields.ts'
import { formTo } from './layout.ts'
import { withNote } from './notes.ts'
import { run } from './run-operation.ts'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'

const address = '/account/second-factor'

const passwordField = ({ session }: SignedInVisit, complaints: Complaints): Markup =>
  html`${usernameField(session.email)}${field({ name: 'current_password', label: 'Your password', type: 'password', autocomplete: 'current-password', wrong: complaints.current_password })}`

const factorPage = async (visit: SignedInVisit, complaints: Complaints = {}): Promise<ShownPage> => {
  const factor = await run(visit, getSecondFactor, {})
  const body =
    factor.status === 'off' ? offered(visit, complaints) : factor.status === 'pending' ? pending(visit, factor, complaints) : inForce(visit, factor, complaints)
  return {
    title: 'Second factor',
    status: Object.keys(complaints).length > 0 ? 400 : 200,
    body: html`<h1>Second factor</h1>${errorSummary(complaints)}${body}<p class="more"><a href="/account">Back to your account</a></p>`,
  }
}

const offered = (
  visit: SignedInVisit,
  complaints: Complaints,
): Markup => html`<p class="soft">With an authenticator app on your telephone, your password alone opens nothing.</p>
${formTo(visit, `${address}/begin`, html`${passwordField(visit, complaints)}<button class="full" type="submit">Begin</button>`)}`

const pending = (
  visit: SignedInVisit,
  { secret, uri }: { readonly secret: string; readonly uri: string },
  complaints: Complaints,
): Markup => html`<p>Add an account to your authenticator app with this key (based on time, six digits):</p>
<code class="secret">${inGroups(secret)}</code>
<p class="soft">On the same device? <a href="${uri}">Open it in the app</a></p>
${formTo(
  visit,
  `${address}/confirm`,
  html`${field({ name: 'code', label: 'The code it shows now', autocomplete: 'one-time-code', inputmode: 'numeric', autofocus: true, maxlength: 100, wrong: complaints.code })}
<button class="full" type="submit">Turn it on</button>`,
)}
${formTo(visit, `${address}/cancel`, html`<button class="quiet" type="submit">Do not turn it on</button>`)}`

const inForce = (
  visit: SignedInVisit,
  { recovery_codes_left: left }: { readonly recovery_codes_left: number },
  complaints: Complaints,
): Markup => html`<p>It is on. ${left} of your recovery codes are left.</p>
${formTo(
  visit,
  `${address}/recovery-codes`,
  html`${passwordField(visit, complaints)}
<button class="full second" type="submit">Make new recovery codes</button>
<button class="full bad" type="submit" formaction="${address}/remove">Turn it off</button>`,
)}`

/** Shown once, and never again. */
const codesPage = (title: string, codes: readonly string[]): ShownPage => ({
  title,
  body: html`<h1>${title}</h1>
<p>Keep these recovery codes where you find them without your telephone. Each works once, instead of a code. They are shown only now.</p>
<code class="secret codes">${codes.join('\n')}</code>
<a class="button full" href="/account">I have kept them</a>`,
})

const taking = formOn(factorPage)

const begin = taking(async (visit) => {
  await run(visit, beginSecondFactor, { proven_hash: await confirmPassword(visit) })
  return { to: address }
})

const confirm = taking(async (visit) => {
  await visit.count(...attemptsOn(visit, 'code', visit.session.userId))
  const { recovery_codes: codes } = await run(visit, confirmSecondFactor, { code: visit.form.get('code') ?? '' })
  return codesPage('The second factor is on', codes)
})

const renew = taking(async (visit) => {
  const { recovery_codes: codes } = await run(visit, renewRecoveryCodes, { proven_hash: await confirmPassword(visit) })
  return codesPage('New recovery codes', codes)
})

const remove = taking(async (visit) => {
  await run(visit, removeSecondFactor, { proven_hash: await confirmPassword(visit) })
  return { to: withNote('/account', 'second-factor-off') }
})

const cancel = signedIn(async (visit) => {
  await run(visit, cancelSecondFactor, {})
  return { to: '/account' }
})

export const secondFactorPages: PageTable = {
  'GET /account/second-factor': signedIn((visit) => factorPage(visit)),
  'POST /account/second-factor/begin': begin,
  'POST /account/second-factor/confirm': confirm,
  'POST /account/second-factor/cancel': cancel,
  'POST /account/second-factor/recovery-codes': renew,
  'POST /account/second-factor/remove': remove,
}
