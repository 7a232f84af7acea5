import { filled } from '#ui/format.ts'
import { Form, FormButton, TextField } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'
import { Connection, type ShownConnection } from './connection.tsx'
import { IntegrationTabs } from './tabs.tsx'

/** What was sent to connect a feed or an account, and what is wrong with it. */
export interface TypedConnection {
  readonly kind: 'ics' | 'caldav' | undefined
  readonly url: string
  readonly username: string
  readonly wrong: Readonly<Record<string, string>>
}

interface CalendarsProps {
  readonly texts: CalendarsTexts
  readonly token: string
  readonly connections: readonly ShownConnection[]
  /** Services that can be connected here. */
  readonly services: readonly ('google' | 'microsoft')[]
  readonly typed: TypedConnection
}

/** Syncs end in the background. Cheap, as it is one page of one person. */
const pollSecondsFor = (connections: readonly ShownConnection[]): number | undefined =>
  connections.length === 0 ? undefined : connections.some(({ isSyncing }) => isSyncing) ? 1 : 5

export const CalendarsPage = ({ texts, token, connections, services, typed }: CalendarsProps) => {
  const [account, feed] = (['caldav', 'ics'] as const).map((kind) => (typed.kind === kind ? typed : undefined))
  return (
    <>
      <div class="head" data-polls={pollSecondsFor(connections)}>
        <h1>{texts.integrations}</h1>
      </div>
      <IntegrationTabs texts={texts} current="calendars" />
      <p class="hint">{texts.intro}</p>
      {typed.wrong.base !== undefined && (
        <p class="note warn" role="alert">
          {typed.wrong.base}
        </p>
      )}
      {connections.length > 0 && connections.every(({ calendars }) => calendars.every(({ counts }) => !counts)) && (
        <p class="note warn" role="alert">
          {filled(texts.nothingCounts, { counts: texts.conflicts })}
        </p>
      )}
      {connections.map((connection) => (
        <Connection key={connection.id} texts={texts} token={token} connection={connection} />
      ))}
      <section class="connect">
        <h2>{connections.length === 0 ? texts.connect : texts.connectAnother}</h2>
        {services.length > 0 && (
          <div class="services">
            {services.map((service) => (
              <FormButton key={service} token={token} action={`/app/integrations/consents/${service}`} button="second">
                {filled(texts.continueAt, { service: texts[service] })}
              </FormButton>
            ))}
            <p class="hint">{texts.consentHint}</p>
          </div>
        )}
        <details
          class="fold"
          open={
            account !== undefined || (connections.length === 0 && services.length === 0 && typed.kind === undefined)
          }
        >
          <summary>
            <b>{texts.caldav}</b>
          </summary>
          <Form token={token} action="/app/integrations/accounts" class="fold-body">
            <p class="hint">{texts.caldavHint}</p>
            <TextField
              {...{ id: 'server', name: 'url', label: texts.server, placeholder: 'https://caldav.icloud.com/' }}
              {...{ value: account?.url, wrong: account?.wrong.url, inputmode: 'url', isExact: true, required: true }}
            />
            <TextField
              {...{ name: 'username', label: texts.username, isExact: true, required: true }}
              {...{ value: account?.username, wrong: account?.wrong.username }}
            />
            <TextField
              {...{ name: 'password', type: 'password', label: texts.password, required: true }}
              wrong={account?.wrong.password}
            />
            <button type="submit">{texts.connectIt}</button>
          </Form>
        </details>
        <details class="fold" open={feed !== undefined}>
          <summary>
            <b>{texts.ics}</b>
          </summary>
          <Form token={token} action="/app/integrations/feeds" class="fold-body">
            <TextField
              {...{ id: 'feed', name: 'url', label: texts.feedUrl, hint: texts.feedHint }}
              {...{ value: feed?.url, wrong: feed?.wrong.url ?? feed?.wrong.password }}
              {...{ inputmode: 'url', isExact: true, required: true }}
            />
            <button type="submit">{texts.connectIt}</button>
          </Form>
        </details>
      </section>
    </>
  )
}

interface FinishProps {
  readonly texts: CalendarsTexts
  readonly title: string
  readonly action: string
  readonly token: string
  readonly state: string
  readonly code: string
}

/** Where a service sends the browser back to. Looking at it changes nothing. */
export const FinishPage = ({ texts, title, action, token, state, code }: FinishProps) => (
  <>
    <PageHead title={title} />
    <form method="post" action={action} data-at-once="">
      <input type="hidden" name="form_token" value={token} />
      <input type="hidden" name="state" value={state} />
      <input type="hidden" name="code" value={code} />
      <p>{texts.finish}</p>
      <button type="submit">{texts.finishButton}</button>
    </form>
  </>
)
