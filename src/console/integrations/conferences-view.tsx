import { filled } from '#ui/format.ts'
import { Form, FormButton, SaveButton, SavedSign, TextField } from '#ui/forms.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'
import { AccountMenu } from './account-menu.tsx'
import { IntegrationTabs } from './tabs.tsx'

interface ShownAccount {
  readonly id: string
  readonly account: string
  /** Of the service. */
  readonly name: string
  /** Otherwise of the organization. */
  readonly isOwn: boolean
  readonly mayChange: boolean
  /** It makes the links of the reader. */
  readonly isUsed: boolean
  readonly isLost: boolean
  /** Where its owner can agree again. */
  readonly consent: 'zoom' | 'webex' | undefined
  /** Why it did not work when it was last used. */
  readonly fault: string | undefined
}

interface ConferencesProps {
  readonly texts: CalendarsTexts
  readonly token: string
  readonly action: string
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly value: string
    readonly wrong: string | undefined
    /** Where the calendar makes these links. */
    readonly hint: string | undefined
  }[]
  readonly saveText: string
  readonly savedText: string
  readonly wrong: string | undefined
  readonly accounts: readonly ShownAccount[]
  /** Services that can be connected here. */
  readonly services: readonly { readonly service: string; readonly name: string }[]
  readonly mayConnectZoom: boolean
  readonly mayConnectOrganization: boolean
  readonly kinds: readonly { readonly kind: string; readonly label: string }[]
  /** A service of one's own that was refused. Its key is not shown again. */
  readonly typedService: { readonly kind: string; readonly url: string } | undefined
}

/** Where a host holds conferences: accounts that make one for each meeting, and an address for each kind. */
export const ConferencesPage = (props: ConferencesProps) => {
  const { texts, token, action, fields, saveText, savedText, wrong, accounts, services } = props
  const { mayConnectZoom, mayConnectOrganization, kinds, typedService } = props
  const hasAccounts = accounts.length > 0 || services.length > 0 || mayConnectOrganization
  return (
    <>
      <div class="head">
        <h1>{texts.integrations}</h1>
        <SavedSign text={savedText} />
      </div>
      <IntegrationTabs texts={texts} current="conferences" />
      {wrong !== undefined && (
        <p class="note warn" role="alert">
          {wrong}
        </p>
      )}
      {hasAccounts && (
        <>
          <h2>{texts.conferences.accounts}</h2>
          <p class="soft measure">{texts.conferences.accountsHint}</p>
        </>
      )}
      {accounts.map((account) => (
        <Account key={account.id} texts={texts} token={token} action={action} account={account} />
      ))}
      {services.length > 0 && (
        <div class="services">
          {services.map(({ service, name }) => (
            <FormButton key={service} token={token} action={`${action}/consents/${service}`} button="second">
              {filled(texts.continueAt, { service: name })}
            </FormButton>
          ))}
        </div>
      )}
      {mayConnectZoom && (
        <details class="fold">
          <summary>
            <b>{texts.conferences.organization}</b>
          </summary>
          <Form token={token} action={`${action}/zoom-organization`} class="fold-body">
            <p class="hint">{texts.conferences.organizationHint}</p>
            <TextField {...{ name: 'account_id', label: texts.conferences.accountId, isExact: true, required: true }} />
            <TextField {...{ name: 'client_id', label: texts.conferences.clientId, isExact: true, required: true }} />
            <TextField
              {...{ name: 'client_secret', type: 'password', label: texts.conferences.clientSecret, required: true }}
            />
            <button type="submit">{texts.connectIt}</button>
          </Form>
        </details>
      )}
      {mayConnectOrganization && (
        <details class="fold" open={typedService !== undefined}>
          <summary>
            <b>{texts.conferences.ownService}</b>
          </summary>
          <Form token={token} action={`${action}/services`} class="fold-body">
            <p class="hint">{texts.conferences.ownServiceHint}</p>
            <label>
              {texts.conferences.videoService}
              <select name="service_kind">
                {kinds.map(({ kind, label }) => (
                  <option key={kind} value={kind} selected={kind === typedService?.kind}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <TextField
              {...{ name: 'service_url', label: texts.conferences.requestUrl, type: 'url', placeholder: 'https://' }}
              {...{ value: typedService?.url, isExact: true, required: true, maxLength: 2048 }}
            />
            <TextField
              {...{ name: 'signing_key', type: 'password', label: texts.conferences.signingKey, required: true }}
              hint={texts.conferences.signingKeyHint}
            />
            <button type="submit">{texts.connectIt}</button>
          </Form>
        </details>
      )}
      <h2>{texts.conferences.linksTitle}</h2>
      <p class="soft measure">{texts.conferences.hint}</p>
      <Form token={token} action={action} class="narrow-form" savesFields>
        {fields.map((field) => (
          <TextField key={field.name} {...field} type="url" maxLength={2048} placeholder="https://" />
        ))}
        <SaveButton text={saveText} />
      </Form>
    </>
  )
}

const Account = ({
  texts,
  token,
  action,
  account: { id, account, name, isOwn, mayChange, isUsed, isLost, consent, fault },
}: Pick<ConferencesProps, 'texts' | 'token' | 'action'> & { readonly account: ShownAccount }) => (
  <section class="connection" aria-labelledby={`account-${id}`}>
    <div class="connection-head">
      <h3 id={`account-${id}`} class="grow clip">
        {account}
      </h3>
      <span class="chip">{name}</span>
      {mayChange && (
        <>
          <FormButton
            token={token}
            action={`${action}/accounts/${id}/check`}
            button="second sm"
            label={`${texts.conferences.test}: ${account}`}
          >
            {texts.conferences.test}
          </FormButton>
          <AccountMenu
            {...{ texts, token, account }}
            action={`${action}/accounts/${id}/disconnect`}
            hint={texts.conferences.disconnectHint}
          />
        </>
      )}
    </div>
    <p class={fault === undefined ? 'hint' : 'note warn'}>{fault ?? texts.conferences[isOwn ? 'works' : 'shared']}</p>
    {!isUsed && (
      <FormButton token={token} action={`${action}/accounts/${id}/use`} button="second sm">
        {texts.conferences.use}
      </FormButton>
    )}
    {isLost && isOwn && consent !== undefined && (
      <div class="mend">
        <FormButton token={token} action={`${action}/consents/${consent}`}>
          {texts.reconnect}
        </FormButton>
      </div>
    )}
  </section>
)
