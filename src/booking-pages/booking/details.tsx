import { filled, writeDuration } from '#ui/format.ts'
import { CalendarIcon, ClockIcon, MoneyIcon, PlaceIcon } from '#ui/icons.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { LocationKindIcon } from './location-icon.tsx'
import { Moment } from './moment.tsx'
import type { PublicEventType } from './page-data.ts'

/**
 * The picture is over the initials. One that does not load shows them too, over the icon that browsers draw then: so
 * says the style.
 */
export const Avatar = ({ name, url }: { readonly name: string; readonly url: string | null }) => {
  const initials = initialsOf(name)
  return (
    <span class="avatar" aria-hidden="true">
      {initials}
      {url !== null && (
        <img src={url} alt="" width="44" height="44" data-initials={initials} referrerpolicy="no-referrer" />
      )}
    </span>
  )
}

/** `Demo Owner` → `DO` */
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '')
    .join('')
}

/** The number of hosts that are named; the others are counted. */
const most = 3

interface DetailsProps {
  readonly language: PageLanguage
  readonly eventType: PublicEventType
  readonly duration: number
}

/** What is booked and with whom, beside the current step. */
export const Details = ({ language, eventType, duration }: DetailsProps) => {
  const { texts } = language
  const [location, ...others] = eventType.locations
  return (
    <div class="details">
      <Hosts eventType={eventType} />
      <h1>{eventType.name}</h1>
      <ul class="facts">
        <li>
          <ClockIcon />
          <span>{writeDuration(language, duration)}</span>
        </li>
        {eventType.price !== null && (
          <li>
            <MoneyIcon />
            <span>
              <span class="unseen">{texts.price}: </span>
              {eventType.price}
            </span>
          </li>
        )}
        {location && others.length === 0 && (
          <li>
            <LocationKindIcon sign={location.sign} />
            <span>
              {location.title}
              {location.detail !== null && <small>{location.detail}</small>}
            </span>
          </li>
        )}
        {others.length > 0 && (
          <li>
            <PlaceIcon />
            <span>{[...new Set(eventType.locations.map(({ title }) => title))].join(' · ')}</span>
          </li>
        )}
        {eventType.bookedNow !== null && (
          <li>
            <CalendarIcon />
            <span>
              <Moment language={language} text={filled(texts.currentTime, { time: eventType.bookedNow })} />
            </span>
          </li>
        )}
      </ul>
      {/* Rebuilt from allowed tags when it was saved; the content security policy blocks any script. */}
      {eventType.descriptionHtml !== null && (
        <div class="description" dangerouslySetInnerHTML={{ __html: eventType.descriptionHtml }} />
      )}
    </div>
  )
}

/** With the way back to their page, where there is one. */
const Hosts = ({ eventType: { hosts, profilePath } }: Pick<DetailsProps, 'eventType'>) => {
  const first = hosts.slice(0, most)
  const more = hosts.length - first.length
  const content = (
    <>
      <span class="avatars">
        {first.map(({ name, avatarUrl }) => (
          <Avatar key={name} name={name} url={avatarUrl} />
        ))}
      </span>
      <span class="names">
        {first.map(({ name }) => name).join(', ')}
        {more > 0 && ` +${more}`}
      </span>
    </>
  )
  const traits = `hosts${first.length > 1 ? ' several' : ''}`
  return profilePath === null ? (
    <p class={traits}>{content}</p>
  ) : (
    <a class={traits} href={profilePath}>
      {content}
    </a>
  )
}
