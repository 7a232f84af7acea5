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
import { counted } from '#ui/format.ts'
import { attemptsOn } from './attempts.ts'
import { confirmPassword } from './confirm-password.ts'
import { formOn } from './errors.ts'
import { errorSummary, type FieldErrors, field, secretField, usernameField } from './fields.ts'
import { formTo } from './layout.ts'
import { withNote } from './notes.ts'
import { qrCode } from './qr-code.ts'
import { run } from './run-operation.ts'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'

const address = '/account/second-factor'

const passwordField = ({ session, language }: SignedInVisit, errors: FieldErrors): Markup =>
  html`${usernameField(session.email)}${field({ name: 'current_password', label: language.account.yourPassword, type: 'password', autocomplete: 'current-password', wrong: errors.current_password })}`

const factorPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ShownPage> => {
  const { factor: texts, backToAccount } = visit.language.account
  const factor = await run(visit, getSecondFactor, {})
  const body =
    factor.status === 'off'
      ? offered(visit, errors)
      : factor.status === 'pending'
        ? pending(visit, factor, errors)
        : inForce(visit, factor, errors)
  return {
    title: texts.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: html`<h1>${texts.title}</h1>${errorSummary(errors)}${body}<p class="more"><a href="/account">${backToAccount}</a></p>`,
  }
}

const offered = (visit: SignedInVisit, errors: FieldErrors): Markup => {
  const { factor } = visit.language.account
  return html`<p class="soft">${factor.hint}</p>
${formTo(visit, `${address}/begin`, html`${passwordField(visit, errors)}<button class="full" type="submit">${factor.begin}</button>`)}`
}

const pending = (
  visit: SignedInVisit,
  { secret, uri }: { readonly secret: string; readonly uri: string },
  errors: FieldErrors,
): Markup => {
  const { factor } = visit.language.account
  return html`<p>${factor.scan}</p>
${qrCode(uri, factor.qrCode)}
<p>${factor.byHand}</p>
${secretField(visit.language, inGroups(secret))}
<p class="soft">${factor.sameDevice} <a href="${uri}">${factor.openInApp}</a></p>
${formTo(
  visit,
  `${address}/confirm`,
  html`${field({ name: 'code', label: factor.codeNow, autocomplete: 'one-time-code', inputmode: 'numeric', autofocus: true, maxlength: 100, wrong: errors.code })}
<button class="full" type="submit">${factor.turnOn}</button>`,
)}
${formTo(visit, `${address}/cancel`, html`<button class="quiet" type="submit">${factor.cancel}</button>`)}`
}

const inForce = (
  visit: SignedInVisit,
  { recovery_codes_left: left }: { readonly recovery_codes_left: number },
  errors: FieldErrors,
): Markup => {
  const { language } = visit
  const { factor } = language.account
  return html`<p>${factor.isOn} ${counted(language, left, factor.codesLeft)}</p>
${formTo(
  visit,
  `${address}/recovery-codes`,
  html`${passwordField(visit, errors)}
<button class="full second" type="submit">${factor.newCodes}</button>
<button class="full bad" type="submit" formaction="${address}/remove">${factor.turnOff}</button>`,
)}`
}

/** Shown once, and never again. */
const codesPage = ({ language }: SignedInVisit, title: string, codes: readonly string[]): ShownPage => {
  const { factor } = language.account
  return {
    title,
    body: html`<h1>${title}</h1>
<p>${factor.codesHint}</p>
${secretField(language, codes.join('\n'), 'secret codes')}
<a class="button full" href="/account">${factor.saved}</a>`,
  }
}

const taking = formOn(factorPage)

const begin = taking(async (visit) => {
  await run(visit, beginSecondFactor, { proven_hash: await confirmPassword(visit) })
  return { to: address }
})

const confirm = taking(async (visit) => {
  await visit.count(...attemptsOn(visit, 'code', visit.session.userId))
  const { recovery_codes: codes } = await run(visit, confirmSecondFactor, { code: visit.form.get('code') ?? '' })
  return codesPage(visit, visit.language.account.factor.isOnTitle, codes)
})

const renew = taking(async (visit) => {
  const { recovery_codes: codes } = await run(visit, renewRecoveryCodes, { proven_hash: await confirmPassword(visit) })
  return codesPage(visit, visit.language.account.factor.newCodesTitle, codes)
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
