import { LeftIcon, RightIcon } from '#ui/icons.tsx'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'
import type { ListedMeeting } from './list.tsx'

export interface PlacedMeeting extends ListedMeeting {
  /** Its start, as the clock shows it. */
  readonly start: string
  /** Minutes after the start of its hour. */
  readonly minute: number
  readonly duration: { readonly hours: number; readonly minutes: number }
  /** Meetings at the same time stand side by side. */
  readonly lane: number
}

/** A time that a connected calendar blocks. */
export interface BusyBlock {
  /** Minutes after the start of its hour. */
  readonly minute: number
  readonly duration: { readonly hours: number; readonly minutes: number }
  readonly times: string
}

export interface CalendarDay {
  readonly date: string
  readonly label: string
  /** The same, where its column is narrow. */
  readonly brief: string
  readonly isToday: boolean
  /** The hour that is now, from the first that is shown, and the minute; on the day that is today. */
  readonly now: { readonly hour: number; readonly minute: number } | undefined
  readonly lanes: number
  /** By the hour in which they begin, from the first that is shown. */
  readonly hours: readonly (readonly PlacedMeeting[])[]
  readonly busy: readonly (readonly BusyBlock[])[]
}

interface CalendarViewProps {
  readonly texts: MeetingsTexts
  readonly days: readonly CalendarDay[]
  /** What the clock shows at the beginning of each hour that is shown. */
  readonly clock: readonly string[]
  readonly isEmpty: boolean
  /** There are too many, and not all are shown. */
  readonly isCut: boolean
}

/**
 * Days side by side: groups of links, in the order of time. Positions are classes, because the page allows no style
 * attributes.
 */
export const CalendarView = ({ texts, days, clock, isEmpty, isCut }: CalendarViewProps) => (
  <>
    {isCut && <p class="note warn">{texts.cut}</p>}
    <div class={days.length === 1 ? 'calendar one' : 'calendar'}>
      <div class="clock" aria-hidden="true">
        {clock.map((time) => (
          <span key={time}>{time}</span>
        ))}
      </div>
      {days.map(({ date, label, brief, isToday, now, lanes, hours, busy }) => (
        <section
          key={date}
          class={`day of-${lanes}${hours.every((meetings) => meetings.length === 0) ? ' free' : ''}`}
          aria-label={label}
        >
          <h2 class={isToday ? 'today' : ''}>
            <span class="full">{label}</span>
            <span class="brief" aria-hidden="true">
              {brief}
            </span>
          </h2>
          {hours.map((meetings, hour) => (
            <div key={clock[hour]} class="hour">
              {now?.hour === hour && <i class={`now ${minutesIn('at', now.minute)}`} aria-hidden="true" />}
              {busy[hour]?.map(({ minute, duration, times }) => (
                <p key={times} class={`busy ${sizeOf(minute, duration)}`} title={`${times} · ${texts.busy}`}>
                  <span class="unseen">{`${times} · ${texts.busy}`}</span>
                </p>
              ))}
              {meetings.map((meeting) => (
                <Block key={meeting.id} meeting={meeting} />
              ))}
            </div>
          ))}
        </section>
      ))}
    </div>
    {isEmpty && <p class="empty">{texts.noneInPeriod}</p>}
  </>
)

/** `at-20 at-5`: minutes as two classes, their tens and their ones. */
const minutesIn = (name: string, minutes: number): string =>
  `${name}-${minutes - (minutes % 10)} ${name}-${minutes % 10}`

const sizeOf = (minute: number, { hours, minutes }: BusyBlock['duration']): string =>
  `${minutesIn('at', minute)} h${hours} ${minutesIn('for', minutes)}`

const Block = ({ meeting }: { readonly meeting: PlacedMeeting }) => {
  const { minute, duration, lane, start, isCanceled, moved, isOpen, id, name, color, times, facts, href } = meeting
  const size = duration.hours > 0 || duration.minutes > 30 ? 'tall' : duration.minutes > 15 ? 'short' : 'brief'
  return (
    <a
      class={`block ${size} ${sizeOf(minute, duration)} lane-${lane}${isCanceled ? ' off' : ''}`}
      href={href}
      aria-current={isOpen ? 'true' : undefined}
      id={`meeting-${id}`}
      title={[times, name, ...facts, ...(moved ? [moved.text] : [])].join(' · ')}
    >
      <svg class="edge" aria-hidden="true">
        <rect width="100%" height="100%" fill={color} fill-opacity="0.14" />
        <rect width="3" height="100%" fill={color} />
      </svg>
      <b>{isCanceled ? <s>{name}</s> : name}</b>
      <small>
        {size !== 'tall' && <span class="start">{facts.length > 0 ? `${start} · ` : start}</span>}
        {facts.join(' · ')}
      </small>
      <span class="times-of">{[times, ...(moved ? [moved.text] : [])].join(' · ')}</span>
    </a>
  )
}

interface PagerProps {
  readonly texts: MeetingsTexts
  readonly title: string
  readonly earlier: string
  readonly later: string
  readonly today: string
}

/** From week to week, or from day to day. */
export const Pager = ({ texts, title, earlier, later, today }: PagerProps) => (
  <div class="pager">
    <a class="button icon-only" href={earlier} aria-label={texts.earlier} data-key="h">
      <LeftIcon />
    </a>
    <a class="button icon-only" href={later} aria-label={texts.later} data-key="l">
      <RightIcon />
    </a>
    <h2 aria-live="polite">{title}</h2>
    <a class="button second sm" href={today}>
      {texts.today}
    </a>
  </div>
)
