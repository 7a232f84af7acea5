import type { ComponentChildren } from 'preact'
import { CalendarIcon, ClockIcon, GlobeIcon, PlaceIcon } from './icons.tsx'
import { Moment } from './moment.tsx'
import type { Offer, Speech } from './page-data.ts'
import { PlaceSign } from './place-sign.tsx'
import { filled, lasting, zoneLabel } from './words.ts'

export const Avatar = ({ name, url }: { readonly name: string; readonly url: string | null }) =>
  url === null ? (
    <span class="avatar" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  ) : (
    <img class="avatar" src={url} alt="" width="44" height="44" referrerpolicy="no-referrer" />
  )

/** So many hosts are named; of the others, how many. */
const most = 3

interface Given {
  readonly speech: Speech
  readonly offer: Offer
  readonly duration: number
  /** The time that was chosen, in words, and whose clock shows it. */
  readonly chosen?: string | undefined
  readonly zone: string
  readonly children?: ComponentChildren
}

/** What is booked and with whom, beside whatever is to do. */
export const Details = ({ speech, offer, duration, chosen, zone, children }: Given) => {
  const { texts } = speech
  const [index, ...others] = offer.places
  const first = offer.hosts.slice(0, most)
  const more = offer.hosts.length - first.length
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
      <h1>{offer.name}</h1>
      <ul class="facts">
        <li>
          <ClockIcon />
          <span>{lasting(speech, duration)}</span>
        </li>
        {index && others.length === 0 && (
          <li>
            <PlaceSign sign={index.sign} />
            <span>
              {index.title}
              {index.detail !== null && <small>{index.detail}</small>}
            </span>
          </li>
        )}
        {others.length > 0 && (
          <li>
            <PlaceIcon />
            <span>{[...new Set(offer.places.map(({ title }) => title))].join(' · ')}</span>
          </li>
        )}
        {chosen !== undefined && (
          <>
            <li class="chosen">
              <CalendarIcon />
              <strong>
                <Moment speech={speech} words={chosen} />
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
        {offer.bookedNow !== null && (
          <li>
            <CalendarIcon />
            <span>
              <Moment speech={speech} words={filled(texts.bookedNow, { time: offer.bookedNow })} />
            </span>
          </li>
        )}
      </ul>
      {/* Built anew from what is allowed when it was saved; the content security policy lets no script of it run. */}
      {offer.descriptionHtml !== null && <div class="description" dangerouslySetInnerHTML={{ __html: offer.descriptionHtml }} />}
      {children}
    </div>
  )
}
