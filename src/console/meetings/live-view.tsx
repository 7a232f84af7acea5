import type { ComponentChildren } from 'preact'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'

interface LiveProps {
  readonly texts: MeetingsTexts['live']
  /** Where the server says that something has changed. */
  readonly source: string
  readonly children: ComponentChildren
}

/** What is replaced when something was booked, and what the script says then. */
export const Live = ({ texts, source, children }: LiveProps) => (
  <>
    <p class="unseen" role="status" id="live-said" />
    <p class="live">
      <button type="button" class="second" id="live-offer" hidden />
      <span id="live-away" role="status" />
    </p>
    <div id="listed" data-source={source} data-texts={JSON.stringify(texts)}>
      {children}
    </div>
  </>
)
