import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  inGroups,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#accounts/index.ts'
import { counted } from '#ui/format.ts'
import { type FieldErrors, Form, FormButton, TextField } from '#ui/forms.tsx'
import { attemptsOn } from './attempts.ts'
import { confirmPassword } from './confirm-password.ts'
import { formOn } from './errors.ts'
import { MoreLink, memberPage, Secret, UsernameField, withNote } from './member-page.tsx'
import { QrCode } from './qr-code.tsx'
import { run } from './run-operation.ts'
import { type PageTable, type ShownPage, type SignedInVisit, signedIn } from './visit.ts'

const address = '/account/second-factor'

interface PartProps {
  readonly visit: SignedInVisit
  readonly errors: FieldErrors
}

const PasswordField = ({ visit: { session, language }, errors }: PartProps) => (
  <>
    <UsernameField email={session.email} />
    <TextField
      name="current_password"
      label={language.account.yourPassword}
      type="password"
      autocomplete="current-password"
      wrong={errors.current_password}
      required
    />
  </>
)

const factorPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ShownPage> => {
  const { factor: texts, backToAccount } = visit.language.account
  const factor = await run(visit, getSecondFactor, {})
  const part = { visit, errors }
  return memberPage(visit, {
    title: texts.title,
    errors,
    children: (
      <>
        {factor.status === 'off' ? (
          <Offered {...part} />
        ) : factor.status === 'pending' ? (
          <Pending {...part} secret={factor.secret} uri={factor.uri} />
        ) : (
          <InForce {...part} codesLeft={factor.recovery_codes_left} />
        )}
        <MoreLink href="/account" text={backToAccount} />
      </>
    ),
  })
}

const Offered = ({ visit, errors }: PartProps) => {
  const { factor } = visit.language.account
  return (
    <>
      <p class="soft">{factor.hint}</p>
      <Form token={visit.formToken} action={`${address}/begin`}>
        <PasswordField visit={visit} errors={errors} />
        <button class="full" type="submit">
          {factor.begin}
        </button>
      </Form>
    </>
  )
}

interface PendingProps extends PartProps {
  readonly secret: string
  readonly uri: string
}

const Pending = ({ visit: { language, formToken }, errors, secret, uri }: PendingProps) => {
  const { factor } = language.account
  return (
    <>
      <p>{factor.scan}</p>
      <QrCode text={uri} label={factor.qrCode} />
      <p>{factor.byHand}</p>
      <Secret language={language} text={inGroups(secret)} />
      <p class="soft">
        {factor.sameDevice} <a href={uri}>{factor.openInApp}</a>
      </p>
      <Form token={formToken} action={`${address}/confirm`}>
        <TextField
          name="code"
          label={factor.codeNow}
          autocomplete="one-time-code"
          inputmode="numeric"
          wrong={errors.code}
          maxLength={100}
          isExact
          autofocus
          required
        />
        <button class="full" type="submit">
          {factor.turnOn}
        </button>
      </Form>
      <FormButton token={formToken} action={`${address}/cancel`} button="quiet">
        {factor.cancel}
      </FormButton>
    </>
  )
}

const InForce = ({ visit, errors, codesLeft }: PartProps & { readonly codesLeft: number }) => {
  const { language, formToken } = visit
  const { factor } = language.account
  return (
    <>
      <p>
        {factor.isOn} {counted(language, codesLeft, factor.codesLeft)}
      </p>
      <Form token={formToken} action={`${address}/recovery-codes`}>
        <PasswordField visit={visit} errors={errors} />
        <button class="full second" type="submit">
          {factor.newCodes}
        </button>
        <button class="full bad" type="submit" formAction={`${address}/remove`}>
          {factor.turnOff}
        </button>
      </Form>
    </>
  )
}

/** Shown once, and never again. */
const codesPage = (visit: SignedInVisit, title: string, codes: readonly string[]): ShownPage => {
  const { factor } = visit.language.account
  return memberPage(visit, {
    title,
    children: (
      <>
        <p>{factor.codesHint}</p>
        <Secret language={visit.language} text={codes.join('\n')} class="secret codes" />
        <a class="button full" href="/account">
          {factor.saved}
        </a>
      </>
    ),
  })
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
