import { Avatar } from './details.tsx'
import { ClockIcon, PersonIcon, RightIcon } from './icons.tsx'
import type { Speech } from './page-data.ts'
import { counted, lasting } from './words.ts'

/** Something that can be booked, in a list. */
export interface Listed {
  readonly name: string
  readonly address: string
  readonly description: string | null
  readonly durations: readonly number[]
  /** How many can come, where it is more than one. */
  readonly seats: number | null
  /** A class that has its colour. */
  readonly colorClass: string
}

interface ProfileGiven {
  readonly speech: Speech
  readonly name: string
  readonly avatarUrl: string | null
  readonly hidesDetails: boolean
  readonly types: readonly Listed[]
}

/** Somebody's page: what can be booked with them. */
export const ProfilePage = ({ speech, name, avatarUrl, hidesDetails, types }: ProfileGiven) => (
  <div class="card narrow">
    <header class={hidesDetails ? 'unseen' : 'profile'}>
      <Avatar name={name} url={avatarUrl} />
      <h1>{name}</h1>
      <p class="soft">{types.length > 0 ? speech.texts.profileHint : speech.texts.profileEmpty}</p>
    </header>
    <TypeList speech={speech} types={types} />
  </div>
)

const TypeList = ({ speech, types }: { readonly speech: Speech; readonly types: readonly Listed[] }) => (
  <ul class="types">
    {types.map(({ name, address, description, durations, seats, colorClass }) => (
      <li key={address}>
        <a href={address}>
          <span class={`dot ${colorClass}`} aria-hidden="true" />
          <span class="words">
            <strong>{name}</strong>
            {description !== null && <span class="soft clipped">{description}</span>}
            <span class="soft facts-line">
              <span>
                <ClockIcon />
                <span>{durations.map((minutes) => lasting(speech, minutes)).join(' · ')}</span>
              </span>
              {seats !== null && (
                <span>
                  <PersonIcon />
                  {counted(speech, seats, speech.texts.upTo)}
                </span>
              )}
            </span>
          </span>
          <RightIcon />
        </a>
      </li>
    ))}
  </ul>
)

interface TeamGiven {
  readonly speech: Speech
  readonly name: string
  readonly members: readonly { readonly name: string; readonly avatarUrl: string | null; readonly address: string }[]
  readonly types: readonly Listed[]
}

/** A team's page: what its members hold together, and who they are. */
export const TeamPage = ({ speech, name, members, types }: TeamGiven) => (
  <div class="card narrow">
    <header class="profile">
      <Avatar name={name} url={null} />
      <h1>{name}</h1>
      <p class="soft">{members.length > 0 ? speech.texts.teamHint : speech.texts.profileEmpty}</p>
    </header>
    {types.length > 0 && <TypeList speech={speech} types={types} />}
    <ul class="types">
      {members.map((member) => (
        <li key={member.address}>
          <a href={member.address}>
            <Avatar name={member.name} url={member.avatarUrl} />
            <span class="words">
              <strong>{member.name}</strong>
            </span>
            <RightIcon />
          </a>
        </li>
      ))}
    </ul>
  </div>
)
