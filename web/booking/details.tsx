import type { ComponentChildren } from 'preact'
import { CalendarIcon, ClockIcon, GlobeIcon, PlaceIcon } from './icons.tsx'
import { Moment } from './moment.tsx'
import type { PageLanguage, PublicEventType } from './page-data.ts'
import { PlaceKindIcon } from './place-icon.tsx'
import { filled, writeDuration, zoneLabel } from './words.ts'

export const Avatar = ({ name, url }: { readonly name: string; readonly url: string | null }) =>
  url === null ? (
    <span class="avatar" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  ) : (
    <img class="avatar" src={url} alt="" width="44" height="44" referrerpolicy="no-referrer" />
  )

/** The number of hosts that are named; the others are counted. */
const most = 3

interface DetailsProps {
  readonly language: PageLanguage
  readonly eventType: PublicEventType
  readonly duration: number
  /** The chosen time as text, and its time zone. */
  readonly chosen?: string | undefined
  readonly zone: string
  readonly children?: ComponentChildren
}

/** What is booked and with whom, beside the current step. */
export const Details = ({ language, eventType, duration, chosen, zone, children }: DetailsProps) => {
  const { texts } = language
  const [index, ...others] = eventType.places
  const first = eventType.hosts.slice(0, most)
  const more = eventType.hosts.length - first.length
  return (
    <div class="details">
      <p class={`hosts${first.length > 1 ? ' several' : ''}`}>
        <span class="avatars">
          {first.map(({ name, avatarUrl }) => (
            <Avatar key={name} name={name} url={avatarUrl} />
          ))}
        </span>
        <span>
          {first.map(({ name }) => name).join(', ')}
          {more > 0 && ` +${more}`}
        </span>
      </p>
      <h1>{eventType.name}</h1>
      <ul class="facts">
        <li>
          <ClockIcon />
          <span>{writeDuration(language, duration)}</span>
        </li>
        {index && others.length === 0 && (
          <li>
            <PlaceKindIcon sign={index.sign} />
            <span>
              {index.title}
              {index.detail !== null && <small>{index.detail}</small>}
            </span>
          </li>
        )}
        {others.length > 0 && (
          <li>
            <PlaceIcon />
            <span>{[...new Set(eventType.places.map(({ title }) => title))].join(' · ')}</span>
          </li>
        )}
        {chosen !== undefined && (
          <>
            <li class="chosen">
              <CalendarIcon />
              <strong>
                <Moment language={language} words={chosen} />
              </strong>
            </li>
            <li>
              <GlobeIcon />
              <span>
                <span class="unseen">{texts.timeZone}: </span>
                {zoneLabel(zone)}
              </span>
            </li>
          </>
        )}
        {eventType.bookedNow !== null && (
          <li>
            <CalendarIcon />
            <span>
              <Moment language={language} words={filled(texts.bookedNow, { time: eventType.bookedNow })} />
            </span>
          </li>
        )}
      </ul>
      {/* Rebuilt from allowed tags when it was saved; the content security policy blocks any script. */}
      {eventType.descriptionHtml !== null && <div class="description" dangerouslySetInnerHTML={{ __html: eventType.descriptionHtml }} />}
      {children}
    </div>
  )
}
