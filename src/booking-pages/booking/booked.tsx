import { filled } from '#ui/format.ts'
import { CalendarIcon, DoneIcon, MoneyIcon, PersonIcon } from '#ui/icons.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { LocationKindIcon } from './location-icon.tsx'
import { Moment, PreviousTime } from './moment.tsx'
import type { LocationChoice } from './page-data.ts'

/** A booking as its invitee sees it. Days and times are formatted already. */
export interface Booked {
  readonly name: string
  readonly hosts: readonly string[]
  readonly when: string
  readonly zone: string
  readonly previousTime: string | null
  readonly location: (Omit<LocationChoice, 'asks'> & { readonly joinUrl: string | null }) | null
  readonly email: string
}

interface FactsProps {
  readonly language: PageLanguage
  readonly booked: Booked
  readonly isCanceled?: boolean
  /** What is to be paid, or was. */
  readonly price?: string
}

export const Facts = ({ language, booked, isCanceled = false, price }: FactsProps) => {
  const { texts } = language
  const { name, hosts, when, zone, previousTime, location } = booked
  return (
    <dl class="facts">
      <dt>
        <CalendarIcon />
        <span class="unseen">{texts.when}</span>
      </dt>
      <dd>
        {isCanceled ? (
          <s>
            <Moment language={language} text={when} />
          </s>
        ) : (
          <strong>
            <Moment language={language} text={when} />
          </strong>
        )}
        <small>{zone}</small>
        {previousTime !== null && <PreviousTime language={language} text={previousTime} />}
      </dd>
      <dt>
        <PersonIcon />
        <span class="unseen">
          {texts.meeting}, {texts.host}
        </span>
      </dt>
      <dd>
        {name}
        <small>{hosts.join(', ')}</small>
      </dd>
      {price !== undefined && (
        <>
          <dt>
            <MoneyIcon />
            <span class="unseen">{texts.price}</span>
          </dt>
          <dd>{price}</dd>
        </>
      )}
      {location && (
        <>
          <dt>
            <LocationKindIcon sign={location.sign} />
            <span class="unseen">{texts.location}</span>
          </dt>
          <dd>
            {location.title}
            {location.detail !== null && <small>{location.detail}</small>}
            {location.joinUrl !== null && (
              <small>
                <a href={location.joinUrl} rel="noopener noreferrer" target="_blank">
                  {texts.join}
                </a>
              </small>
            )}
          </dd>
        </>
      )}
    </dl>
  )
}

interface ConfirmationPageProps {
  readonly language: PageLanguage
  readonly booked: Booked
  readonly calendars: {
    readonly file: string
    readonly google: string
    readonly outlook: string
    readonly office365: string
  }
  readonly rescheduleAddress: string
  readonly cancelAddress: string
  readonly isEmbedded: boolean
  /** False where no mail server is set. */
  readonly isMailed: boolean
}

export const ConfirmationPage = ({
  language,
  booked,
  calendars,
  rescheduleAddress,
  cancelAddress,
  isEmbedded,
  isMailed,
}: ConfirmationPageProps) => {
  const { texts } = language
  // Links that change a booking are hidden in a frame.
  const apart = isEmbedded ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <div class="card narrow confirmation">
      <header class="done">
        <span class="tick">
          <DoneIcon />
        </span>
        <h1>{booked.previousTime === null ? texts.booked : texts.rescheduled}</h1>
        <p class="soft">{filled(isMailed ? texts.bookedHint : texts.bookedWithoutMail, { email: booked.email })}</p>
      </header>
      <Facts language={language} booked={booked} />
      <section class="not-printed" aria-labelledby="calendars">
        <h2 id="calendars">{texts.addToCalendar}</h2>
        <p class="buttons calendars">
          <a class="button second" href={calendars.file} download="invite.ics">
            {texts.calendarFile}
          </a>
          <a class="button second" href={calendars.google} target="_blank" rel="noopener noreferrer">
            Google
          </a>
          <a class="button second" href={calendars.outlook} target="_blank" rel="noopener noreferrer">
            Outlook.com
          </a>
          <a class="button second" href={calendars.office365} target="_blank" rel="noopener noreferrer">
            Office 365
          </a>
        </p>
      </section>
      <footer class="not-printed soft">
        {texts.plansChange}{' '}
        <a href={rescheduleAddress} {...apart}>
          {texts.reschedule}
        </a>
        {' · '}
        <a href={cancelAddress} {...apart}>
          {texts.cancel}
        </a>
      </footer>
    </div>
  )
}

interface CancelPageProps {
  readonly language: PageLanguage
  readonly booked: Booked
  readonly action: string
  readonly token: string
  readonly reason: string
  readonly message: string | null
  readonly keepAddress: string
}

/** Asks first: viewing the page changes nothing. */
export const CancelPage = ({ language, booked, action, token, reason, message, keepAddress }: CancelPageProps) => {
  const { texts } = language
  return (
    <div class="card narrow">
      <h1>{texts.cancelTitle}</h1>
      <Facts language={language} booked={booked} />
      <form method="post" action={action}>
        <input type="hidden" name="form_token" value={token} />
        {message !== null && (
          <p class="errors" role="alert">
            {message}
          </p>
        )}
        <div class="field">
          <label for="reason">
            {texts.reason} <small>({texts.optional})</small>
          </label>
          <textarea id="reason" name="reason" rows={3} maxLength={10_000}>
            {reason}
          </textarea>
        </div>
        <p class="buttons">
          <button class="bad" type="submit">
            {texts.cancelIt}
          </button>
          <a class="button second" href={keepAddress}>
            {texts.keepIt}
          </a>
        </p>
      </form>
    </div>
  )
}

interface StopRemindersPageProps {
  readonly language: PageLanguage
  /** Who gets no more of them. */
  readonly hint: string
  readonly booked: Booked
  readonly action: string
  readonly token: string
}

/** Asks first, as canceling does: mail scanners follow links. */
export const StopRemindersPage = ({ language, hint, booked, action, token }: StopRemindersPageProps) => {
  const { texts } = language
  return (
    <div class="card narrow">
      <h1>{texts.stopTitle}</h1>
      <p class="soft">{hint}</p>
      <Facts language={language} booked={booked} />
      <form method="post" action={action}>
        <input type="hidden" name="form_token" value={token} />
        <p class="buttons">
          <button type="submit">{texts.stopIt}</button>
        </p>
      </form>
    </div>
  )
}

interface CanceledPageProps {
  readonly language: PageLanguage
  /** Where it was moved, the new booking. */
  readonly booked: Booked
  readonly by: string
  readonly reason: string | null
  readonly again: string | null
  /** The new booking, if it was moved. */
  readonly movedTo: string | null
}

export const CanceledPage = ({ language, booked, by, reason, again, movedTo }: CanceledPageProps) => {
  const { texts } = language
  return (
    <div class="card narrow confirmation">
      <h1>{movedTo === null ? texts.canceled : texts.movedTitle}</h1>
      <p class="soft">{movedTo !== null ? texts.moved : by !== '' && filled(texts.canceledBy, { name: by })}</p>
      {reason !== null && <blockquote class="reason">{reason}</blockquote>}
      <Facts
        language={language}
        booked={{ ...booked, location: movedTo === null ? null : booked.location }}
        isCanceled={movedTo === null}
      />
      <p class="buttons not-printed">
        {movedTo !== null ? (
          <a class="button" href={movedTo}>
            {texts.seeNew}
          </a>
        ) : (
          again !== null && (
            <a class="button" href={again}>
              {texts.bookAgain}
            </a>
          )
        )}
      </p>
    </div>
  )
}
