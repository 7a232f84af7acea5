import { filled } from '#ui/format.ts'
import { Form, FormButton, Switch, TextField } from '#ui/forms.tsx'
import type { CalendarsTexts } from '../../../languages/console/calendars.ts'
import { AccountMenu } from './account-menu.tsx'

export interface ShownCalendar {
  readonly id: string
  readonly name: string
  readonly isWritable: boolean
  readonly counts: boolean
  readonly takesMeetings: boolean
  readonly countsTentative: boolean
  readonly isNew: boolean
  /**
   * What is said of events that cannot be followed, of a calendar that cannot be synced, and of one that is empty
   * although it may not be.
   */
  readonly remarks: readonly string[]
}

export interface ShownConnection {
  readonly id: string
  readonly kind: 'ics' | 'caldav' | 'google' | 'microsoft'
  readonly account: string
  readonly state: 'connecting' | 'fresh' | 'late' | 'lost'
  /** A sync is queued or running. */
  readonly isSyncing: boolean
  /** Its state in words, with what to do. */
  readonly sentence: string
  readonly staysOpen: boolean
  readonly calendars: readonly ShownCalendar[]
  /** Why a new password, or a new address, was refused. */
  readonly wrongRenewal: string | undefined
}

interface ConnectionProps {
  readonly texts: CalendarsTexts
  readonly token: string
  readonly connection: ShownConnection
}

/** An account, its calendars, and what can be done about it. */
export const Connection = ({ texts, token, connection }: ConnectionProps) => {
  const { id, kind, account, calendars, state } = connection
  // The first sync has a name of its own; what is wrong stays in the sentence below until the sync has ended.
  const chip = connection.isSyncing && state !== 'connecting' ? 'syncing' : state
  const path = `/app/integrations/connections/${id}`
  return (
    <section class="connection" aria-labelledby={`account-${id}`}>
      <div class="connection-head">
        <h2 id={`account-${id}`} class="grow clip">
          {account}
        </h2>
        <span class="chip">{texts[kind]}</span>
        <span class={`chip ${chip}`} id={`state-${id}`} role="status" data-part="">
          {texts.chip[chip]}
        </span>
        <FormButton
          token={token}
          action={`${path}/read`}
          swaps
          button="second sm"
          label={`${texts.syncNow}: ${account}`}
        >
          {texts.syncNow}
        </FormButton>
        <AccountMenu {...{ texts, token, account }} action={`${path}/disconnect`} hint={texts.disconnectHint} swaps>
          {kind !== 'ics' && (
            <label class="choice">
              <input type="checkbox" name="take_back" value="true" />
              <span>{texts.removeMeetings}</span>
            </label>
          )}
        </AccountMenu>
      </div>
      <p class={state === 'late' || state === 'lost' ? 'note warn' : 'hint'} id={`sentence-${id}`} data-part="">
        {connection.sentence}
      </p>
      <div id={`mend-${id}`} data-part="">
        {(state === 'late' || state === 'lost') && <Mend texts={texts} token={token} connection={connection} />}
      </div>
      <ul class="list" id={`calendars-${id}`} data-part="">
        {calendars.map((calendar) => (
          <CalendarRow key={calendar.id} texts={texts} token={token} calendar={calendar} />
        ))}
      </ul>
    </section>
  )
}

const Mend = ({ texts, token, connection }: ConnectionProps) => {
  const { id, kind, staysOpen, wrongRenewal } = connection
  const path = `/app/integrations/connections/${id}`
  return (
    <div class="mend">
      {(kind === 'google' || kind === 'microsoft') && (
        <FormButton token={token} action={`/app/integrations/consents/${kind}`}>
          {texts.reconnect}
        </FormButton>
      )}
      {kind === 'caldav' && (
        <Form token={token} action={`${path}/password`} class="one-line">
          <TextField
            {...{ id: `password-${id}`, name: 'password', type: 'password', label: texts.newPassword }}
            {...{ wrong: wrongRenewal, required: true }}
          />
          <button type="submit" class="second">
            {texts.saveAndSync}
          </button>
        </Form>
      )}
      {kind === 'ics' && (
        <Form token={token} action={`${path}/address`} class="one-line">
          <TextField
            {...{ id: `address-${id}`, name: 'url', label: texts.newUrl, inputmode: 'url', isExact: true }}
            {...{ wrong: wrongRenewal, required: true }}
          />
          <button type="submit" class="second">
            {texts.saveAndSync}
          </button>
        </Form>
      )}
      <div class="switch-line">
        <Switch token={token} action={`${path}/stays-open`} name="stays_open" isOn={staysOpen} label={texts.stayOpen} />
        <span aria-hidden="true">{texts.stayOpen}</span>
      </div>
    </div>
  )
}

const CalendarRow = ({
  texts,
  token,
  calendar,
}: Pick<ConnectionProps, 'texts' | 'token'> & { readonly calendar: ShownCalendar }) => {
  const { id, name, isWritable, counts, takesMeetings, countsTentative, isNew, remarks } = calendar
  const action = `/app/integrations/${id}/settings`
  const switches = [
    { name: 'checks_conflicts', isOn: counts, word: texts.conflicts, label: texts.conflictsOf },
    ...(counts
      ? [{ name: 'counts_tentative', isOn: countsTentative, word: texts.tentative, label: texts.tentativeOf }]
      : []),
    ...(isWritable
      ? [{ name: 'takes_meetings', isOn: takesMeetings, word: texts.bookings, label: texts.bookingsOf }]
      : []),
  ]
  return (
    <li>
      <span class="grow">
        <span class="name">{name}</span> {isNew && <span class="chip new">{texts.isNew}</span>}{' '}
        {!isWritable && <span class="chip">{texts.readOnly}</span>}
        {remarks.map((remark) => (
          <span key={remark} class="facts">
            <span>{remark}</span>
          </span>
        ))}
      </span>
      <span class="switches">
        {switches.map((one) => (
          <span key={one.name} class="switch-line">
            <Switch token={token} action={action} name={one.name} isOn={one.isOn} label={filled(one.label, { name })} />
            <span aria-hidden="true">{one.word}</span>
          </span>
        ))}
      </span>
    </li>
  )
}
