import { counted, writeDuration } from '#ui/format.ts'
import { ClockIcon, PersonIcon, RightIcon } from '#ui/icons.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import { Avatar } from './details.tsx'

/** An event type in a list. */
export interface ListedType {
  readonly name: string
  readonly address: string
  readonly description: string | null
  readonly durations: readonly number[]
  /** The seats of a group type. */
  readonly seats: number | null
  /** A class that sets its colour. */
  readonly colorClass: string
}

interface ProfilePageProps {
  readonly language: PageLanguage
  readonly name: string
  readonly avatarUrl: string | null
  readonly hidesDetails: boolean
  readonly types: readonly ListedType[]
}

/** A user's page: their event types. */
export const ProfilePage = ({ language, name, avatarUrl, hidesDetails, types }: ProfilePageProps) => (
  <div class="card narrow">
    <header class={hidesDetails ? 'unseen' : 'profile'}>
      <Avatar name={name} url={avatarUrl} />
      <h1>{name}</h1>
      <p class="soft">{types.length > 0 ? language.texts.profileHint : language.texts.profileEmpty}</p>
    </header>
    <TypeList language={language} types={types} />
  </div>
)

const TypeList = ({ language, types }: { readonly language: PageLanguage; readonly types: readonly ListedType[] }) => (
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
                <span>{durations.map((minutes) => writeDuration(language, minutes)).join(' · ')}</span>
              </span>
              {seats !== null && (
                <span>
                  <PersonIcon />
                  {counted(language, seats, language.texts.upTo)}
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

interface TeamPageProps {
  readonly language: PageLanguage
  readonly name: string
  readonly members: readonly { readonly name: string; readonly avatarUrl: string | null; readonly address: string }[]
  readonly types: readonly ListedType[]
}

/** A team's page: its shared event types and its members. */
export const TeamPage = ({ language, name, members, types }: TeamPageProps) => (
  <div class="card narrow">
    <header class="profile">
      <Avatar name={name} url={null} />
      <h1>{name}</h1>
      <p class="soft">{members.length > 0 ? language.texts.teamHint : language.texts.profileEmpty}</p>
    </header>
    {types.length > 0 && <TypeList language={language} types={types} />}
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
