import type { ComponentChildren } from 'preact'
import type { PageLanguage } from '#ui/page-language.ts'
import type { RequestTexts } from '../../../languages/request-texts.ts'
import { BookingForm } from './form.tsx'
import type { BookingData } from './page-data.ts'

type Texts = RequestTexts['waitingList']

interface JoinPageProps {
  readonly texts: Texts
  readonly data: BookingData
  readonly action: string
  /** As `2026-03-02`. */
  readonly today: string
  readonly firstDay: string
  readonly lastDay: string
  /** The page with free times, where there are some. */
  readonly freeTimes: string | null
}

/** A visitor who found no time leaves what a booking needs, and the days on which they have time. */
export const JoinPage = ({ texts, data, action, today, firstDay, lastDay, freeTimes }: JoinPageProps) => {
  const { eventType, timezone, duration, hour12, values, errors, message } = data
  return (
    <div class="card narrow">
      <h1>{texts.title}</h1>
      <p>
        <strong>{eventType.name}</strong>
      </p>
      <p class="soft">{texts.hint}</p>
      {freeTimes !== null && (
        <p>
          <a href={freeTimes}>{texts.bookNow}</a>
        </p>
      )}
      <BookingForm
        {...{ data, action, duration, hour12, values, errors, message }}
        zone={timezone}
        asksAnotherSeat={false}
        isSending={false}
      >
        <div class="pair wanted-days">
          <DayField name="first_day" label={texts.firstDay} value={firstDay} min={today} />
          <DayField name="last_day" label={texts.lastDay} value={lastDay} min={today} />
        </div>
        <button class="send" type="submit">
          {texts.join}
        </button>
      </BookingForm>
    </div>
  )
}

interface DayFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly min: string
}

const DayField = ({ name, label, value, min }: DayFieldProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <input id={name} name={name} type="date" defaultValue={value} min={min} required />
  </div>
)

interface EntryPageProps {
  readonly language: PageLanguage
  readonly texts: Texts
  readonly title: string
  readonly lines: readonly string[]
  readonly path: string
  readonly formToken: string
  readonly shows: 'confirm' | 'waiting' | 'ended'
  /** The page of a time that is kept for them. */
  readonly offer: string | null
}

/** Where somebody confirms that they wait, and leaves the list. Viewing it changes nothing: scanners follow links. */
export const EntryPage = ({ texts, title, lines, path, formToken, shows, offer }: EntryPageProps) => (
  <div class="card narrow notice">
    <h1>{title}</h1>
    {lines.map((line) => (
      <p key={line} class="soft">
        {line}
      </p>
    ))}
    {offer !== null && (
      <p class="buttons">
        <a class="button" href={offer}>
          {texts.offerAction}
        </a>
      </p>
    )}
    {shows === 'confirm' && (
      <ActionForm action={path} formToken={formToken}>
        <button type="submit">{texts.join}</button>
      </ActionForm>
    )}
    {shows === 'waiting' && (
      <ActionForm action={`${path}/leaving`} formToken={formToken}>
        <button class="second" type="submit">
          {texts.leave}
        </button>
      </ActionForm>
    )}
  </div>
)

interface ActionFormProps {
  readonly action: string
  readonly formToken: string
  readonly children: ComponentChildren
}

const ActionForm = ({ action, formToken, children }: ActionFormProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="form_token" value={formToken} />
    <p class="buttons">{children}</p>
  </form>
)
