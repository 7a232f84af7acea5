import { Form } from '#ui/forms.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import type { DevelopersTexts } from '../../../languages/console/developers.ts'
import type { ListedDelivery } from './webhook.tsx'

interface DeliveryPanelProps {
  readonly texts: DevelopersTexts
  readonly token: string
  readonly closeWords: string
  readonly webhookId: string
  readonly delivery: Pick<ListedDelivery, 'id' | 'event' | 'status' | 'created'> & {
    readonly attempted: string | undefined
    readonly outcome: string | undefined
    readonly address: string
    /** Undefined when the person it was about is erased, like `curl`. */
    readonly body: string | undefined
    readonly curl: string | undefined
    readonly mayBeSent: boolean
  }
}

/** One message: what was sent, what came back, and when. */
export const DeliveryPanel = ({
  texts: { delivery: texts, webhook },
  token,
  closeWords,
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
        <a class="button icon-only" href={`${path}#delivery-${delivery.id}`} aria-label={closeWords} id="panel-close">
          <CloseIcon />
        </a>
      </header>
      <p>
        <span class={`chip ${delivery.status}`}>{webhook.statuses[delivery.status]}</span>
      </p>
      <dl class="about">
        <dt>{texts.lastTry}</dt>
        <dd>{delivery.attempted ?? texts.notYet}</dd>
        {delivery.outcome !== undefined && (
          <>
            <dt>{texts.answer}</dt>
            <dd>{delivery.outcome}</dd>
          </>
        )}
      </dl>
      {delivery.mayBeSent && (
        <Form token={token} action={`${path}/replay`} fields={{ delivery: delivery.id }} swaps>
          <button type="submit" class="second">
            {texts.sendAgain}
          </button>
        </Form>
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
