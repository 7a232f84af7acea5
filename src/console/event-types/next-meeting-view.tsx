import { CalendarIcon } from '#ui/icons.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'

export interface NextMeetingProps {
  readonly when: string
  readonly name: string
  readonly joinUrl: string | undefined
  readonly href: string
}

/** What is next, in one line. */
export const NextMeeting = ({
  texts,
  when,
  name,
  joinUrl,
  href,
}: NextMeetingProps & { readonly texts: EventTypesTexts }) => (
  <p class="note next-meeting">
    <CalendarIcon />
    <span class="grow">
      <b>{when}</b> {name}
    </span>
    {joinUrl !== undefined && <a href={joinUrl}>{texts.next.join}</a>}
    <a href={href}>{texts.next.open}</a>
  </p>
)
