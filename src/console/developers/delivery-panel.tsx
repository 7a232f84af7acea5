import { FormButton } from '#ui/forms.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import type { ListedDelivery } from './webhook.tsx'

interface DeliveryPanelProps {
  readonly texts: DevelopersTexts
  readonly token: string
  readonly closeText: string
  readonly webhookId: string
  readonly delivery: Pick<ListedDelivery, 'id' | 'event' | 'status' | 'created'> & {
    readonly attempted: string | undefined
    readonly outcome: string | undefined
    readonly address: string
    /** Undefined when the invitee's data was deleted; so is `curl`. */
    readonly body: string | undefined
    readonly curl: string | undefined
    readonly mayBeSent: boolean
  }
}

/** One delivery: the request, its result, and when it was sent. */
export const DeliveryPanel = ({
  texts: { delivery: texts, webhook },
  token,
  closeText,
  webhookId,
  delivery,
}: DeliveryPanelProps) => {
  const path = `/app/developers/webhooks/${webhookId}`
  return (
    <>
      <header>
        <h2 class="grow mono">
          {delivery.event}
          <small>{delivery.created}</small>
        </h2>
        <a class="button icon-only" href={`${path}#delivery-${delivery.id}`} aria-label={closeText} id="panel-close">
          <CloseIcon />
        </a>
      </header>
      <p>
        <span class={`chip ${delivery.status}`}>{webhook.statuses[delivery.status]}</span>
      </p>
      <dl class="about">
        <dt>{texts.lastAttempt}</dt>
        <dd>{delivery.attempted ?? texts.notYet}</dd>
        {delivery.outcome !== undefined && (
          <>
            <dt>{texts.result}</dt>
            <dd>{delivery.outcome}</dd>
          </>
        )}
      </dl>
      {delivery.mayBeSent && (
        <FormButton token={token} action={`${path}/replay`} fields={{ delivery: delivery.id }} swaps button="second">
          {texts.sendAgain}
        </FormButton>
      )}
      <section class="part">
        <h3 class="row">
          <span class="grow">{texts.sent}</span>
          {delivery.curl !== undefined && (
            <button type="button" class="plain sm" data-copy={delivery.curl} hidden>
              {texts.copyCurl}
            </button>
          )}
        </h3>
        {delivery.body === undefined ? (
          <p class="soft">{texts.erased}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
          <pre class="code" tabIndex={0}>{`POST ${delivery.address}\n\n${delivery.body}`}</pre>
        )}
      </section>
    </>
  )
}
