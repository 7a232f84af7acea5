import { Form, FormButton, TextField } from '#ui/forms.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'
import { AccountMenu } from './account-menu.tsx'
import { IntegrationTabs } from './tabs.tsx'

const services = ['stripe', 'paypal', 'webhook'] as const
type Service = (typeof services)[number]

interface ShownPaymentAccount {
  readonly id: string
  readonly account: string
  readonly service: Service
  readonly webhookUrl: string
  /** Why it did not work when it was last used. */
  readonly fault: string | undefined
}

interface PaymentsProps {
  readonly texts: CalendarsTexts
  readonly token: string
  readonly action: string
  readonly wrong: string | undefined
  readonly accounts: readonly ShownPaymentAccount[]
  readonly mayConnect: boolean
  /** Where each service sends its messages. */
  readonly webhookUrls: Readonly<Record<Service, string>>
  /** What was refused is open, without its keys. */
  readonly opened: string | undefined
}

/** The accounts of the organization that take the payments of invitees. */
export const PaymentsPage = (props: PaymentsProps) => {
  const { texts, token, action, wrong, accounts, mayConnect } = props
  return (
    <>
      <div class="head">
        <h1>{texts.integrations}</h1>
      </div>
      <IntegrationTabs texts={texts} current="payments" />
      {wrong !== undefined && (
        <p class="note warn" role="alert">
          {wrong}
        </p>
      )}
      <p class="soft measure">{texts.payments.hint}</p>
      {accounts.map((account) => (
        <Account key={account.id} {...{ texts, token, action, account, mayConnect }} />
      ))}
      {accounts.length === 0 && <p class="soft">{texts.payments.none}</p>}
      {mayConnect ? <ConnectForms {...props} /> : <p class="hint">{texts.payments.adminsOnly}</p>}
    </>
  )
}

const ConnectForms = ({ texts, token, action, webhookUrls, opened }: PaymentsProps) => {
  const { payments } = texts
  const fold = (service: Service, title: string, hint: string, fields: preact.ComponentChildren) => (
    <details class="fold" open={opened === service}>
      <summary>
        <b>{title}</b>
      </summary>
      <Form token={token} action={action} class="fold-body" fields={{ service }}>
        <p class="hint">{hint}</p>
        <p class="hint">
          {payments.webhookUrl} <code>{webhookUrls[service]}</code>
        </p>
        {fields}
        <button type="submit">{texts.connectIt}</button>
      </Form>
    </details>
  )
  return (
    <>
      <h2>{payments.connect}</h2>
      {fold(
        'stripe',
        'Stripe',
        payments.stripeHint,
        <>
          <TextField
            {...{ name: 'secret_key', id: 'secret_key', type: 'password', label: payments.secretKey }}
            required
          />
          <TextField {...{ name: 'webhook_secret', type: 'password', label: payments.webhookSecret }} />
        </>,
      )}
      {fold(
        'paypal',
        'PayPal',
        payments.paypalHint,
        <>
          <label>
            {payments.environment}
            <select name="environment">
              <option value="live">{payments.live}</option>
              <option value="sandbox">{payments.sandbox}</option>
            </select>
          </label>
          <TextField {...{ name: 'client_id', label: texts.conferences.clientId, isExact: true, required: true }} />
          <TextField
            {...{ name: 'client_secret', type: 'password', label: texts.conferences.clientSecret, required: true }}
          />
          <TextField {...{ name: 'webhook_id', label: payments.webhookId, isExact: true }} />
        </>,
      )}
      {fold(
        'webhook',
        texts.conferences.ownService,
        payments.ownServiceHint,
        <>
          <TextField
            {...{ name: 'url', label: texts.conferences.requestUrl, type: 'url', placeholder: 'https://' }}
            {...{ isExact: true, required: true, maxLength: 2048 }}
          />
          <TextField
            {...{ name: 'signing_key', type: 'password', label: texts.conferences.signingKey, required: true }}
            hint={texts.conferences.signingKeyHint}
          />
        </>,
      )}
    </>
  )
}

const names: Readonly<Record<Service, string | undefined>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  webhook: undefined,
}

const Account = ({
  texts,
  token,
  action,
  mayConnect,
  account: { id, account, service, webhookUrl, fault },
}: Pick<PaymentsProps, 'texts' | 'token' | 'action' | 'mayConnect'> & { readonly account: ShownPaymentAccount }) => (
  <section class="connection" aria-labelledby={`account-${id}`}>
    <div class="connection-head">
      <h3 id={`account-${id}`} class="grow clip">
        {account}
      </h3>
      <span class="chip">{names[service] ?? texts.conferences.ownService}</span>
      {mayConnect && (
        <>
          <FormButton
            token={token}
            action={`${action}/${id}/check`}
            button="second sm"
            label={`${texts.conferences.test}: ${account}`}
          >
            {texts.conferences.test}
          </FormButton>
          <AccountMenu
            {...{ texts, token, account }}
            action={`${action}/${id}/disconnect`}
            hint={texts.payments.disconnectHint}
          />
        </>
      )}
    </div>
    <p class={fault === undefined ? 'hint' : 'note warn'}>{fault ?? texts.payments.works}</p>
    <p class="hint">
      {texts.payments.webhookUrl} <code>{webhookUrl}</code>
    </p>
  </section>
)
