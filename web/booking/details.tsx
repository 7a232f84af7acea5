import type { ComponentChildren } from 'preact'
import { CalendarIcon, ClockIcon, PlaceIcon } from './icons.tsx'
import type { Offer, Speech } from './page-data.ts'
import { filled, lasting } from './words.ts'

export const Avatar = ({ name, url }: { readonly name: string; readonly url: string | null }) =>
  url === null ? (
    <span class="avatar" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  ) : (
    <img class="avatar" src={url} alt="" width="44" height="44" referrerpolicy="no-referrer" />
  )

interface Given {
  readonly speech: Speech
  readonly offer: Offer
  readonly duration: number
  /** The time that was chosen, in words. */
  readonly chosen?: string | undefined
  readonly children?: ComponentChildren
}

/** What is booked and with whom, beside whatever is to do. */
export const Details = ({ speech, offer, duration, chosen, children }: Given) => {
  const { texts } = speech
  const [place, ...others] = offer.places
  return (
    <div class="details">
      <p class="hosts">
        {offer.hosts.slice(0, 3).map(({ name, avatarUrl }) => (
          <Avatar key={name} name={name} url={avatarUrl} />
        ))}
        <span>{offer.hosts.map(({ name }) => name).join(', ')}</span>
      </p>
      <h1>{offer.name}</h1>
      <ul class="facts">
        <li>
          <ClockIcon />
          <span>{lasting(speech, duration)}</span>
        </li>
        {place && others.length === 0 && (
          <li>
            <PlaceIcon />
            <span>
              {place.title}
              {place.detail !== null && <small>{place.detail}</small>}
            </span>
          </li>
        )}
        {chosen !== undefined && (
          <li class="chosen">
            <CalendarIcon />
            <strong>{chosen}</strong>
          </li>
        )}
        {offer.bookedNow !== null && (
          <li>
            <CalendarIcon />
            <span>{filled(texts.bookedNow, { time: offer.bookedNow })}</span>
          </li>
        )}
      </ul>
      {/* Built anew from what is allowed when it was saved; the content security policy lets no script of it run. */}
      {offer.descriptionHtml !== null && <div class="description" dangerouslySetInnerHTML={{ __html: offer.descriptionHtml }} />}
      {children}
    </div>
  )
}
