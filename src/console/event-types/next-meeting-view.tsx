import { VideoIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'

export interface NextMeetingProps {
  readonly time: string
  readonly day: string
  readonly name: string
  /** How long it takes, and where. */
  readonly facts: readonly string[]
  readonly joinUrl: string | undefined
  readonly href: string
}

/** The next meeting, and the way into it. */
export const NextMeeting = ({
  texts,
  time,
  day,
  name,
  facts,
  joinUrl,
  href,
}: NextMeetingProps & { readonly texts: EventTypesTexts }) => (
  <section class="next-meeting" aria-label={texts.next.title}>
    <p class="start">
      <b>{time}</b>
      <small>{day}</small>
    </p>
    <div class="grow">
      <b>{name}</b>
      <span class="facts">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    </div>
    {joinUrl !== undefined && (
      <a class="button sm" href={joinUrl}>
        <VideoIcon />
        {texts.next.join}
      </a>
    )}
    <a class="button second sm" href={href}>
      {texts.next.open}
    </a>
  </section>
)
