import { filled } from '#ui/format.ts'
import { ConfirmedAction, describedBy, FieldError, Form, FormButton } from '#ui/forms.tsx'
import { DotsIcon } from '#ui/icons.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import { DeveloperTabs } from './tabs.tsx'

export const deliveryFilters = ['pending', 'delivered', 'failed'] as const

type DeliveryFilter = (typeof deliveryFilters)[number]

export interface ListedDelivery {
  readonly id: string
  readonly event: string
  readonly status: DeliveryFilter | 'erased'
  readonly tries: string
  readonly outcome: string
  readonly created: string
}

interface WebhookProps {
  readonly texts: DevelopersTexts
  readonly token: string
  readonly webhook: {
    readonly id: string
    readonly address: string
    readonly of: string
    readonly events: readonly string[]
    /** Why the webhook is turned off; undefined when it is on. */
    readonly off: string | undefined
    /** Why it was not turned on. */
    readonly wrong: string | undefined
    /** Since when deliveries fail, and until when they are retried. */
    readonly failing: string | undefined
    /** A delivery is pending. */
    readonly isSending: boolean
    /** Undefined when no delivery is pending. */
    readonly sendAll: string | undefined
  }
  readonly status: DeliveryFilter | undefined
  readonly open: string | undefined
  readonly deliveries: readonly ListedDelivery[]
  /** The token of the next page. */
  readonly older: string | undefined
}

/** One webhook and its deliveries. */
export const Webhook = (props: WebhookProps) => {
  const { texts, token, webhook, status, deliveries, older } = props
  const path = `/app/developers/webhooks/${webhook.id}`
  return (
    <>
      <DeveloperTabs texts={texts.tabs} current="webhooks" />
      <a class="back" href="/app/developers">
        ‹ {texts.webhook.back}
      </a>
      <div class="head">
        <h1 class="mono address">{webhook.address}</h1>
        {webhook.off === undefined && (
          <FormButton token={token} action={`${path}/test`} swaps button="second">
            {texts.webhook.test}
          </FormButton>
        )}
        <details class="menu">
          <summary class="icon-only" aria-label={filled(texts.webhook.moreFor, { address: webhook.address })}>
            <DotsIcon />
          </summary>
          <ul>
            <li>
              <ConfirmedAction
                token={token}
                action={`${path}/delete`}
                text={texts.webhook.remove}
                hint={texts.webhook.removeHint}
              />
            </li>
          </ul>
        </details>
      </div>
      <p class="facts">
        <span>{webhook.of}</span>
        <span class="mono">{webhook.events.join(', ')}</span>
      </p>
      {webhook.off !== undefined && (
        <div class="note warn switched-off">
          <p>{webhook.off}</p>
          <Form token={token} action={`${path}/activate`}>
            <label for="signing_key">{texts.webhook.newKey}</label>
            <span class="row">
              <input
                id="signing_key"
                name="signing_key"
                type="password"
                autocomplete="off"
                maxLength={1000}
                required
                aria-describedby={describedBy('signing_key', texts.webhook.newKeyHint)}
                aria-invalid={webhook.wrong !== undefined || undefined}
              />
              <button type="submit">{texts.webhook.activate}</button>
            </span>
            <FieldError id="signing_key">{webhook.wrong}</FieldError>
            <p class="hint" id="signing_key-hint">
              {texts.webhook.newKeyHint}
            </p>
          </Form>
        </div>
      )}
      {webhook.failing !== undefined && (
        <div class="note warn">
          <span class="grow">{webhook.failing}</span>
          {webhook.sendAll !== undefined && (
            <FormButton token={token} action={`${path}/replay`} swaps button="sm">
              {webhook.sendAll}
            </FormButton>
          )}
        </div>
      )}
      <div class="head deliveries-head">
        <h2 class="grow">{texts.webhook.deliveries}</h2>
        <nav class="segments" aria-label={texts.webhook.deliveries}>
          <a href={path} aria-current={status === undefined ? 'page' : undefined}>
            {texts.webhook.all}
          </a>
          {deliveryFilters.map((one) => (
            <a key={one} href={`${path}?status=${one}`} aria-current={one === status ? 'page' : undefined}>
              {texts.webhook.statuses[one]}
            </a>
          ))}
        </nav>
      </div>
      {deliveries.length === 0 ? (
        <p class="empty">
          {status === undefined && webhook.off === undefined ? texts.webhook.none : texts.webhook.noneFound}
        </p>
      ) : (
        <Deliveries {...props} path={path} />
      )}
      <p class="hint row">
        {texts.webhook.kept}
        {older !== undefined && (
          <a href={`${path}?${new URLSearchParams({ ...(status && { status }), page: older })}`}>
            {texts.webhook.older}
          </a>
        )}
      </p>
    </>
  )
}

const Deliveries = ({ texts, webhook, status, open, deliveries, path }: WebhookProps & { readonly path: string }) => (
  <ul class="list deliveries" data-refreshes-page={webhook.isSending ? 2 : undefined}>
    {deliveries.map((delivery) => (
      <li key={delivery.id} class={delivery.id === open ? 'open' : undefined}>
        <span class={`chip ${delivery.status}`}>{texts.webhook.statuses[delivery.status]}</span>
        <span class="grow">
          <a
            class="name mono"
            id={`delivery-${delivery.id}`}
            href={`${path}?${new URLSearchParams({ ...(status && { status }), open: delivery.id })}`}
          >
            {delivery.event}
          </a>
          <span class="facts">
            <span>{delivery.tries}</span>
            {delivery.outcome !== '' && <span>{delivery.outcome}</span>}
          </span>
        </span>
        <time class="soft num">{delivery.created}</time>
      </li>
    ))}
  </ul>
)
