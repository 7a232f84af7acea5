import { type ComponentChildren, Fragment, h } from 'preact'
import { isAdmin } from '#contract/principal.ts'
import { idOf, uriOf } from '#contract/wire.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { dateFormat } from '#platform/language/formatters.ts'
import { writeTime } from '#platform/language/moments.ts'
import { day, hour } from '#platform/time/durations.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { insightsTexts } from '../../../languages/console/insights.ts'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'
import type { ConsolePage } from '../console-page.ts'
import type { Toast } from '../shell/shell.tsx'
import { CalendarView, Pager } from './calendar.tsx'
import { MeetingList, MeetingsHead, Segments } from './list.tsx'
import { Live } from './live-view.tsx'
import { administeredGroups, loadBusyTimes, loadDays, loadList, type Meeting, peopleOfGroup } from './load.ts'
import { dateAt, dayRange, daysAfter, longDay, weekOf } from './member-time.ts'
import { panelOf } from './panel.ts'
import { addressOf, type MeetingsRequest, requestOf, type Trait, type View, whoText } from './request.ts'
import { requestsSegment } from './requests.tsx'
import { byDay, calendarOf } from './shown.ts'
import { textsFor } from './texts.ts'

/** The screen of meetings: a list, a day or a week, and the panel of the one that is open. */
export const meetingsPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const request = requestOf(visit)
  const content = request.view === 'list' ? await listOf(visit, request) : { content: await daysOf(visit, request) }
  const panel = request.open === undefined ? undefined : await panelOf(visit, request, errors)
  return {
    title: texts.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'meetings',
    ...content,
    ...(panel ? { panel } : {}),
    toast: toastOf(visit),
  }
}

const headOf = async (visit: SignedInVisit, request: MeetingsRequest) => {
  const texts = textsFor(visit)
  const { search, view } = request
  const chosen = addressOf(request, { open: undefined })
  const others: readonly { readonly label: string; readonly whose: MeetingsRequest['whose'] }[] = isAdmin(visit.session)
    ? [{ label: texts.everyone, whose: 'all' }]
    : (await administeredGroups(visit)).map((group) => ({ label: group.name, whose: { group: idOf(group) } }))
  const whose = [{ label: texts.mine, whose: 'own' as const }, ...others].map(({ label, ...one }) => {
    const href = addressOf(request, { ...one, open: undefined })
    return { label, href, isCurrent: href === chosen }
  })
  const query = new URLSearchParams(addressOf({ ...request, view: 'list', open: undefined }).split('?')[1] ?? '')
  return {
    texts,
    search,
    whose: others.length > 0 ? whose : [],
    kept: Object.fromEntries([
      ...new URLSearchParams(addressOf({ ...request, search: '', open: undefined }).split('?')[1] ?? ''),
    ]),
    people: typeof request.whose === 'string' ? [] : await peopleOfGroup(visit, request.whose.group),
    views: (['list', 'day', 'week'] as const).map((one: View) => ({
      label: texts.views[one],
      href: addressOf(request, { view: one, open: undefined }),
      isCurrent: one === view,
    })),
    exports: { csv: `/app/meetings.csv?${query}`, ics: `/app/meetings.ics?${query}` },
  }
}

const listOf = async (
  visit: SignedInVisit,
  request: MeetingsRequest,
): Promise<Pick<ConsolePage, 'content' | 'later'>> => {
  if (takesLong(request))
    return {
      content: await headOfList(visit, request, []),
      later: async () => rowsOf(visit, request, await loadList(visit, request)),
    }
  const found = await loadList(visit, request)
  return { content: h(Fragment, null, [await headOfList(visit, request, found.items), rowsOf(visit, request, found)]) }
}

/** Few are found among many, which takes a while: the rows are sent after the rest of the page. */
const takesLong = ({ search, trait, type, host, pageToken }: MeetingsRequest): boolean =>
  (search !== '' || trait !== undefined) && type === undefined && host === undefined && pageToken === undefined

const headOfList = async (visit: SignedInVisit, request: MeetingsRequest, found: readonly Meeting[]) => {
  const texts = textsFor(visit)
  const segments = (['upcoming', 'past', 'canceled'] as const).map((state) => ({
    label: texts.states[state],
    href: addressOf(request, { state, open: undefined }),
    isCurrent: state === request.state,
  }))
  return h(MeetingsHead, {
    ...(await headOf(visit, request)),
    children: [
      h(Segments, { label: texts.title, segments: [...segments, await requestsSegment(visit, false)] }),
      daysChosen(visit, request, found),
    ],
  })
}

const rowsOf = (
  visit: SignedInVisit,
  request: MeetingsRequest,
  { items, nextToken }: Awaited<ReturnType<typeof loadList>>,
) => {
  const texts = textsFor(visit)
  const nothing = {
    upcoming: texts.empty,
    past: texts.emptyPast,
    canceled: texts.emptyCanceled,
    all: texts.noMatches,
  }
  const isChosen = request.search !== '' || request.days !== undefined
  const empty = isChosen ? texts.noMatches : nothing[request.state]
  const share =
    isChosen || request.state === 'canceled' ? undefined : inLocale(insightsTexts, visit.language.locale).share
  const next = nextToken === undefined ? undefined : addressOf(request, { pageToken: nextToken, open: undefined })
  return liveOf(texts, request, h(MeetingList, { texts, days: byDay(visit, request, items), next, empty, share }))
}

/** What a link has chosen, and the way to all of them. */
const daysChosen = (visit: SignedInVisit, request: MeetingsRequest, found: readonly Meeting[]) => {
  const { days, trait, state } = request
  if (!days) return undefined
  const chosen = [
    ...(trait ? [traitText(visit, trait)] : []),
    ...namesChosen(visit, request, found),
    dayRange(visit, days.first, days.last),
  ].join(' · ')
  const href = addressOf(request, {
    days: undefined,
    trait: undefined,
    type: undefined,
    host: undefined,
    open: undefined,
    ...(state === 'all' ? { state: 'upcoming' } : {}),
  })
  return h('a', { class: 'chip', href }, `${chosen} ×`)
}

/** The event type and the host that a link has chosen, as the meetings name them. */
const namesChosen = (
  { context }: SignedInVisit,
  { type, host }: MeetingsRequest,
  [first]: readonly Meeting[],
): readonly string[] => {
  const uri = host === undefined ? undefined : uriOf(context.links, 'users', host)
  const hosts = first?.scheduled_event.event_memberships.find(({ user }) => user === uri)
  return [
    ...(type !== undefined && first?.scheduled_event.name ? [first.scheduled_event.name] : []),
    ...(hosts?.user_name ? [hosts.user_name] : []),
  ]
}

const traitText = (visit: SignedInVisit, { of, number }: Trait): string => {
  const { language, session } = visit
  const texts = inLocale(insightsTexts, language.locale)
  const textsOf = {
    hour: () => writeTime(language, new Date(number * hour), session.timeNotation),
    // The fourth of January 1970 was a Sunday.
    weekday: () => dateFormat(language.locale, { weekday: 'long' }).format((3 + number) * day),
    lead: () => `${texts.leads}: ${texts.leadGroups[number] ?? ''}`,
    missed: () => texts.noShows,
    booked: () => texts.booked,
    canceled: () => texts.canceled,
  }
  return textsOf[of]()
}

const liveOf = (texts: MeetingsTexts, { whose }: MeetingsRequest, children: ComponentChildren) =>
  h(Live, { texts: texts.live, source: `/app/meetings/changes?${new URLSearchParams(whoText(whose))}`, children })

const daysOf = async (visit: SignedInVisit, request: MeetingsRequest) => {
  const texts = textsFor(visit)
  const isWeek = request.view === 'week'
  const [first, count] = isWeek ? [weekOf(visit, request.at), 7] : [request.at, 1]
  const { meetings, isCut } = await loadDays(visit, request, first, count)
  const busy = await loadBusyTimes(visit, request, first, count)
  const { days, hours } = calendarOf(visit, request, { meetings, busy }, first, count)
  const to = (at: string): string => addressOf(request, { at, open: undefined })
  const title = isWeek ? dayRange(visit, first, daysAfter(first, 6)) : longDay(visit, first)
  const pager = h(Pager, {
    texts,
    title,
    earlier: to(daysAfter(first, -count)),
    later: to(daysAfter(first, count)),
    today: to(dateAt(visit, visit.now)),
  })
  const clock = hours.map((hour) => writeTime(visit.language, new Date(hour * 3_600_000), visit.session.timeNotation))
  return h(Fragment, null, [
    h(MeetingsHead, { ...(await headOf(visit, request)), children: pager }),
    liveOf(texts, request, h(CalendarView, { texts, days, clock, isEmpty: meetings.length === 0, isCut })),
  ])
}

/** What was just done. A mark is taken back by its opposite; what was mailed is not. */
const toastOf = (visit: SignedInVisit): Toast | undefined => {
  const { done: texts } = textsFor(visit)
  const [done = '', of = '', guest = ''] = ['done', 'open', 'guest'].map((name) => visit.query.get(name) ?? '')
  if (!Object.hasOwn(texts, done)) return undefined
  const text = texts[done as keyof typeof texts]
  if (done !== 'no-show' && done !== 'came') return { text }
  const action = `/app/meetings/${encodeURIComponent(of)}/guests/${encodeURIComponent(guest)}/no-show`
  return { text, undo: { action, fields: { absent: String(done === 'came'), back: addressOf(requestOf(visit)) } } }
}
