import { filled } from '#ui/format.ts'
import { DoneIcon } from '#ui/icons.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import type { RequestTexts } from '../../../languages/request-texts.ts'
import { type Booked, Facts } from './booked.tsx'

interface RequestPageProps {
  readonly language: PageLanguage
  readonly texts: RequestTexts
  readonly booked: Booked
  /** What the request waits for; null once it was decided. */
  readonly waitsFor: 'email' | 'approval' | 'payment' | 'offer' | null
  readonly state: 'open' | 'confirmed' | 'declined' | 'expired' | 'withdrawn'
  readonly until: string
  readonly reason: string | null
  /** The path of this page. */
  readonly path: string
  readonly formToken: string
  readonly message: string | null
  readonly again: string | null
  readonly isMailed: boolean
  /** The code may be sent again, and was. */
  readonly mayResend: boolean
  readonly isResent: boolean
  readonly payment: PaymentView | null
  /** From a waiting list. */
  readonly isOffer: boolean
}

/** What is to be paid, and where. */
export interface PaymentView {
  readonly price: string
  readonly terms: string | null
  readonly refund: string
  readonly services: readonly ('stripe' | 'paypal' | 'webhook')[]
  /** They come back from a service that has not said yet whether they paid. */
  readonly isChecking: boolean
}

/** Where the invitee follows a request. Viewing it changes nothing. */
export const RequestPage = (props: RequestPageProps) => {
  const { language, texts, booked, waitsFor, until, path, formToken, isMailed } = props
  if (waitsFor === null) return <EndedRequest {...props} />
  if (props.payment !== null) return <PaymentPage {...props} payment={props.payment} />
  const values = { hosts: booked.hosts.join(', '), email: booked.email, until }
  return (
    <div class="card narrow confirmation">
      {waitsFor === 'offer' ? (
        <header>
          <h1>{texts.waitingList.offer}</h1>
          <p class="soft">{filled(texts.waitingList.offerHint, values)}</p>
        </header>
      ) : waitsFor === 'email' ? (
        <header>
          <h1>{texts.codeTitle}</h1>
          <p class="soft">{filled(texts.codeHint, values)}</p>
        </header>
      ) : (
        <header class="done">
          <span class="tick">
            <DoneIcon />
          </span>
          <h1>{texts.sent}</h1>
          <p class="soft">{filled(isMailed ? texts.sentHint : texts.sentHintWithoutMail, values)}</p>
        </header>
      )}
      {waitsFor === 'email' && <CodeForm {...props} />}
      {waitsFor === 'email' && <CodeResend {...props} />}
      <Facts language={language} booked={booked} />
      {waitsFor === 'offer' && (
        <form method="post" action={`${path}/acceptance`}>
          <input type="hidden" name="form_token" value={formToken} />
          <p class="buttons">
            <button type="submit">{texts.waitingList.take}</button>
          </p>
        </form>
      )}
      <Withdrawal
        text={waitsFor === 'offer' ? texts.waitingList.skip : texts.withdraw}
        path={path}
        formToken={formToken}
      />
    </div>
  )
}

const PaymentPage = ({
  language,
  texts,
  booked,
  until,
  path,
  formToken,
  message,
  payment,
}: RequestPageProps & { readonly payment: PaymentView }) => {
  const { price, terms, refund, services, isChecking } = payment
  const called = { stripe: texts.payByCard, paypal: texts.payWithPaypal, webhook: texts.payElsewhere }
  const payText = (service: PaymentView['services'][number]) =>
    filled(services.length > 1 ? called[service] : texts.pay, { price })
  return (
    <div class="card narrow confirmation">
      <header>
        <h1>{isChecking ? texts.checkingTitle : texts.payTitle}</h1>
        <p class="soft">{isChecking ? texts.checkingHint : filled(texts.payHint, { until })}</p>
      </header>
      {message !== null && (
        <p class="wrong" role="alert">
          {message}
        </p>
      )}
      <Facts language={language} booked={booked} price={price} />
      {terms !== null && (
        <details class="more" open>
          <summary>{texts.terms}</summary>
          <p class="terms">{terms}</p>
        </details>
      )}
      <p class="soft">{refund}</p>
      {isChecking && (
        <p class="buttons">
          <a class="button" href={`${path}/paid`}>
            {texts.checkAgain}
          </a>
        </p>
      )}
      {/* Services are shown in no frame. */}
      <form method="post" action={`${path}/payment`} target="_top" class="not-printed">
        <input type="hidden" name="form_token" value={formToken} />
        <p class="buttons">
          {services.map((service, index) => (
            <button
              key={service}
              type="submit"
              name="service"
              value={service}
              class={index > 0 || isChecking ? 'second' : undefined}
            >
              {payText(service)}
            </button>
          ))}
        </p>
      </form>
      {services.length === 0 && (
        <p class="wrong" role="alert">
          {texts.payUnavailable}
        </p>
      )}
      <Withdrawal text={texts.withdraw} path={path} formToken={formToken} />
    </div>
  )
}

const Withdrawal = ({
  text,
  path,
  formToken,
}: Pick<RequestPageProps, 'path' | 'formToken'> & { readonly text: string }) => (
  <form method="post" action={`${path}/withdrawal`} class="not-printed">
    <input type="hidden" name="form_token" value={formToken} />
    <p class="buttons">
      <button class="second" type="submit">
        {text}
      </button>
    </p>
  </form>
)

const CodeForm = ({ texts, path, formToken, message }: RequestPageProps) => (
  <form method="post" action={`${path}/code`}>
    <input type="hidden" name="form_token" value={formToken} />
    <div class="field">
      <label for="code">{texts.code}</label>
      <input
        id="code"
        type="text"
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={20}
        required
        {...(message === null ? {} : { 'aria-invalid': true, 'aria-describedby': 'code-error' })}
      />
      {message !== null && (
        <p class="wrong" id="code-error" role="alert">
          {message}
        </p>
      )}
    </div>
    <p class="buttons">
      <button type="submit">{texts.confirm}</button>
    </p>
  </form>
)

const CodeResend = ({ texts, booked, path, formToken, mayResend, isResent }: RequestPageProps) => (
  <>
    {isResent && (
      <p class="soft" role="status">
        {filled(texts.resent, { email: booked.email })}
      </p>
    )}
    {mayResend && (
      <form method="post" action={`${path}/code_resend`}>
        <input type="hidden" name="form_token" value={formToken} />
        <p class="buttons">
          <button class="second" type="submit">
            {texts.resend}
          </button>
        </p>
      </form>
    )}
  </>
)

const EndedRequest = ({ language, texts, booked, state, reason, again, message, isOffer }: RequestPageProps) => {
  const [title, hint] =
    state === 'declined'
      ? [texts.declined, filled(texts.declinedHint, { hosts: booked.hosts.join(', ') })]
      : state === 'withdrawn'
        ? [isOffer ? texts.waitingList.skipped : texts.withdrawn, texts.freeAgain]
        : [texts.expired, texts.freeAgain]
  return (
    <div class="card narrow confirmation">
      <h1>{title}</h1>
      <p class="soft">{hint}</p>
      {message !== null && <p role="alert">{message}</p>}
      {reason !== null && <blockquote class="reason">{reason}</blockquote>}
      <Facts language={language} booked={{ ...booked, location: null }} isCanceled />
      {again !== null && (
        <p class="buttons not-printed">
          <a class="button" href={again}>
            {texts.otherTimes}
          </a>
        </p>
      )}
    </div>
  )
}

interface DecisionPageProps {
  readonly language: PageLanguage
  readonly texts: RequestTexts
  readonly booked: Booked
  readonly name: string
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly until: string
  readonly path: string
  readonly formToken: string
}

/** A host decides, without signing in. Links from mails only lead here: scanners follow them. */
export const DecisionPage = ({ language, texts, booked, name, answers, until, path, formToken }: DecisionPageProps) => (
  <div class="card narrow">
    <h1>{texts.decide}</h1>
    <p class="soft">{filled(texts.decideHint, { name, email: booked.email, until })}</p>
    <Facts language={language} booked={booked} />
    {answers.length > 0 && (
      <dl class="answers">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    )}
    <form method="post" action={path} id="accept">
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="decision" value="accept" />
      <p class="buttons">
        <button type="submit">{texts.accept}</button>
      </p>
    </form>
    <form method="post" action={path} id="decline">
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="decision" value="decline" />
      <div class="field">
        <label for="reason">
          {filled(texts.message, { name })} <small>({language.texts.optional})</small>
        </label>
        <textarea id="reason" name="reason" rows={3} maxLength={10_000} />
      </div>
      <p class="buttons">
        <button class="bad" type="submit">
          {texts.decline}
        </button>
      </p>
    </form>
  </div>
)
