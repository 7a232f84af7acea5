import { filled } from '#ui/format.ts'
import { Form } from '#ui/forms.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'
import { Connection, type ShownConnection } from './connection.tsx'
import { LabeledInput } from './labeled-input.tsx'

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

export const CalendarsPage = ({ texts, token, connections, services, typed }: CalendarsProps) => (
  <>
    <div class="head" data-polls={pollSecondsFor(connections)}>
      <h1>{texts.title}</h1>
    </div>
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
            <Form key={service} token={token} action={`/app/calendars/consents/${service}`}>
              <button type="submit" class="second">
                {filled(texts.continueAt, { service: texts[service] })}
              </button>
            </Form>
          ))}
          <p class="hint">{texts.consentHint}</p>
        </div>
      )}
      <details
        class="fold"
        open={
          typed.kind === 'caldav' || (connections.length === 0 && services.length === 0 && typed.kind === undefined)
        }
      >
        <summary>
          <b>{texts.caldav}</b>
        </summary>
        <Form token={token} action="/app/calendars/accounts" class="fold-body">
          <p class="hint">{texts.caldavHint}</p>
          <LabeledInput
            {...{
              id: 'server',
              name: 'url',
              type: 'url',
              label: texts.server,
              placeholder: 'https://caldav.icloud.com/',
            }}
            value={typed.kind === 'caldav' ? typed.url : ''}
            wrong={typed.kind === 'caldav' ? typed.wrong.url : undefined}
          />
          <LabeledInput
            {...{ id: 'username', name: 'username', type: 'text', label: texts.username }}
            value={typed.kind === 'caldav' ? typed.username : ''}
            wrong={typed.kind === 'caldav' ? typed.wrong.username : undefined}
          />
          <LabeledInput
            {...{ id: 'password', name: 'password', type: 'password', label: texts.password, value: '' }}
            wrong={typed.kind === 'caldav' ? typed.wrong.password : undefined}
          />
          <button type="submit">{texts.connectIt}</button>
        </Form>
      </details>
      <details class="fold" open={typed.kind === 'ics'}>
        <summary>
          <b>{texts.ics}</b>
        </summary>
        <Form token={token} action="/app/calendars/feeds" class="fold-body">
          <LabeledInput
            {...{ id: 'feed', name: 'url', type: 'url', label: texts.feedUrl, hint: texts.feedHint }}
            value={typed.kind === 'ics' ? typed.url : ''}
            wrong={typed.kind === 'ics' ? (typed.wrong.url ?? typed.wrong.password) : undefined}
          />
          <button type="submit">{texts.connectIt}</button>
        </Form>
      </details>
    </section>
    <p class="more">
      <a href="/app/calendars/conferences">{texts.conferences.link}</a>
    </p>
  </>
)

interface FinishProps {
  readonly texts: CalendarsTexts
  readonly token: string
  readonly state: string
  readonly code: string
}

/** Where a service sends the browser back to. Looking at it changes nothing. */
export const FinishPage = ({ texts, token, state, code }: FinishProps) => (
  <>
    <div class="head">
      <h1>{texts.finishTitle}</h1>
    </div>
    <form method="post" action="/app/calendars/consent" data-at-once="">
      <input type="hidden" name="form_token" value={token} />
      <input type="hidden" name="state" value={state} />
      <input type="hidden" name="code" value={code} />
      <p>{texts.finish}</p>
      <button type="submit">{texts.finishButton}</button>
    </form>
  </>
)
