import type { ComponentChildren } from 'preact'
import { Dot, DotsIcon, PlusIcon } from '#ui/icons.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'

/** A link among others of which one is current. */
export interface Segment {
  readonly label: string
  readonly href: string
  readonly isCurrent: boolean
}

export interface ListedMeeting {
  readonly id: string
  readonly name: string
  /** Of its event type. */
  readonly color: string
  readonly times: string
  readonly facts: readonly string[]
  readonly href: string
  readonly isCanceled: boolean
  /** In its place. */
  readonly moved: { readonly text: string; readonly href: string } | undefined
  readonly isOpen: boolean
}

export interface ListedDay {
  readonly title: string
  readonly meetings: readonly ListedMeeting[]
}

interface HeadProps {
  readonly texts: MeetingsTexts
  readonly search: string
  /** What the search keeps of the address. */
  readonly kept: Readonly<Record<string, string>>
  readonly views: readonly Segment[]
  /** Empty for those who see only their own. */
  readonly whose: readonly Segment[]
  /** Who is in the group whose meetings these are. */
  readonly people: readonly string[]
  readonly exports: { readonly csv: string; readonly ics: string }
  readonly children?: ComponentChildren
}

/** The head of the screen, whatever the view. */
export const MeetingsHead = ({ texts, search, kept, views, whose, people, exports, children }: HeadProps) => (
  <>
    <div class="head">
      <h1>{texts.title}</h1>
      <SearchField
        id="meeting-search"
        action="/app/meetings"
        value={search}
        label={texts.searchLabel}
        placeholder={texts.search}
        kept={kept}
      />
      <a class="button" href="/app/meetings/new" data-key="c">
        <PlusIcon />
        <span class="wide-only">{texts.bookFor}</span>
        <span class="narrow-only">{texts.bookShort}</span>
      </a>
      <details class="menu">
        <summary class="icon-only" aria-label={texts.moreActions}>
          <DotsIcon />
        </summary>
        <ul>
          <li>
            <a href={exports.csv}>{texts.exportCsv}</a>
          </li>
          <li>
            <a href={exports.ics}>{texts.exportIcs}</a>
          </li>
        </ul>
      </details>
    </div>
    <div class="bar">
      {children}
      <span class="grow" />
      {whose.length > 0 && <Segments label={texts.whose} segments={whose} />}
      <Segments label={texts.view} segments={views} />
    </div>
    {people.length > 0 && <p class="hint">{people.join(', ')}</p>}
  </>
)

export const Segments = ({ label, segments }: { readonly label: string; readonly segments: readonly Segment[] }) => (
  <nav class="segments" aria-label={label}>
    {segments.map(({ label: text, href, isCurrent }) => (
      <a key={href} href={href} aria-current={isCurrent ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

interface MeetingListProps {
  readonly texts: MeetingsTexts
  readonly days: readonly ListedDay[]
  readonly next: string | undefined
  readonly empty: string
  /** What leads to meetings, where there are none yet. */
  readonly share: string | undefined
}

/** Meetings by day. */
export const MeetingList = ({ texts, days, next, empty, share }: MeetingListProps) => (
  <>
    {days.length === 0 && (
      <div class="empty">
        <p>{empty}</p>
        {share !== undefined && (
          <a class="button" href="/app">
            {share}
          </a>
        )}
      </div>
    )}
    {days.map(({ title, meetings }) => (
      <section key={title}>
        <h2 class="group-title">{title}</h2>
        <ul class="list">
          {meetings.map((meeting) => (
            <li key={meeting.id} class={meeting.isCanceled ? 'off' : ''} data-row={meeting.id}>
              <Dot color={meeting.color} />
              <span class="when">{meeting.times}</span>
              <span class="grow">
                <a
                  class="name"
                  href={meeting.href}
                  aria-current={meeting.isOpen ? 'true' : undefined}
                  id={`meeting-${meeting.id}`}
                >
                  {meeting.isCanceled ? <s>{meeting.name}</s> : meeting.name}
                </a>
                <span class="facts">
                  {meeting.moved ? (
                    <span>
                      <a href={meeting.moved.href}>{meeting.moved.text}</a>
                    </span>
                  ) : (
                    meeting.isCanceled && <span>{texts.canceled}</span>
                  )}
                  {meeting.facts.map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    ))}
    {next !== undefined && (
      <p class="more">
        <a class="button second" href={next}>
          {texts.more}
        </a>
      </p>
    )}
  </>
)
