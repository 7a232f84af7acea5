import type { z } from 'zod'
import {
  acceptBookingRequest,
  BookingRefused,
  countToDecide,
  declineBookingRequest,
  listBookingRequests,
  removeWaitingListEntry,
} from '#bookings/index.ts'
import { isAdmin } from '#contract/principal.ts'
import { Problem, permissionDenied } from '#contract/problem.ts'
import { idInUri } from '#contract/wire.ts'
import { problemText } from '#pages/errors.ts'
import { listPage, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { readInstant } from '#platform/time/instant.ts'
import { filled } from '#ui/format.ts'
import { FormAlert } from '#ui/forms.tsx'
import { languageOf } from '../../../languages/all.ts'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'
import type { RequestTexts } from '../../../languages/request-texts.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { Segments } from './list.tsx'
import { dateAt, shortDay, timeOf, timesOf } from './member-time.ts'
import { whoText } from './request.ts'
import { textsFor } from './texts.ts'
import { WaitingLists, waitingLists } from './waiting.tsx'

type Request = z.output<typeof listBookingRequests.output>

const path = '/app/meetings/requests'

const isOfAll = ({ query, session }: SignedInVisit): boolean => query.get('who') === 'all' && isAdmin(session)

/** The tab beside the other states of meetings, with how many wait. */
export const requestsSegment = async (visit: SignedInVisit, isCurrent: boolean) => {
  const { session, context } = visit
  const of = isAdmin(session) ? undefined : session.membershipId
  const count = await countToDecide(context.database.reader, session.organizationId, of)
  const { requests: texts } = textsFor(visit)
  const label = count === 0 ? texts.tab : filled(texts.tabCount, { count: String(count) })
  return { label, href: isAdmin(session) ? `${path}?who=all` : path, isCurrent }
}

/** The requests that wait, the first to expire first. */
const requestsPage = async (visit: SignedInVisit, error?: string): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const { session, language, query, context } = visit
  const isAll = isOfAll(visit)
  const { items } = await listPage(visit, listBookingRequests, {
    state: 'open',
    count: 100,
    ...(isAll ? { organization: session.organizationId } : { user: session.userId }),
  })
  const lists = await waitingLists(visit, isAll)
  const states = (['upcoming', 'past', 'canceled'] as const).map((state) => ({
    label: texts.states[state],
    href: `/app/meetings?${new URLSearchParams({ ...(state === 'upcoming' ? {} : { state }), ...whoText(isAll ? 'all' : 'own') })}`,
    isCurrent: false,
  }))
  const done = query.get('done')
  return {
    title: texts.requests.title,
    status: error === undefined ? 200 : 400,
    screen: 'meetings',
    toast:
      done === 'accepted' || done === 'declined'
        ? { text: texts.requests[done] }
        : done === 'removed'
          ? { text: texts.waiting.removed }
          : undefined,
    content: (
      <>
        <div class="head">
          <h1>{texts.title}</h1>
        </div>
        <div class="bar">
          <Segments label={texts.title} segments={[...states, await requestsSegment(visit, true)]} />
        </div>
        <FormAlert>{error}</FormAlert>
        {items.length === 0 && (
          <div class="empty">
            <p>{texts.requests.empty}</p>
          </div>
        )}
        {items.length > 0 && (
          <ul class="list requests">
            {items.map((request) => (
              <RequestRow
                key={request.uri}
                {...{ texts, request, isMailed: context.mail.hasServer }}
                words={languageOf(language.locale).requests}
                when={whenOf(visit, request)}
                until={momentOf(visit, request.expires_at)}
                token={visit.formToken}
                action={`${path}/${idInUri(request.uri)}${isAll ? '?who=all' : ''}`}
              />
            ))}
          </ul>
        )}
        <WaitingLists {...{ visit, lists, isAll }} />
      </>
    ),
  }
}

const momentOf = (visit: SignedInVisit, instant: string): string => {
  const at = readInstant(instant) ?? visit.now
  return `${shortDay(visit, dateAt(visit, at))}, ${timeOf(visit, at)}`
}

const whenOf = (visit: SignedInVisit, { start_time, end_time }: Request): string => {
  const [startsAt, endsAt] = [start_time, end_time].map((text) => readInstant(text) ?? visit.now) as [Date, Date]
  return `${shortDay(visit, dateAt(visit, startsAt))}, ${timesOf(visit, startsAt, endsAt)}`
}

interface RequestRowProps {
  readonly texts: MeetingsTexts
  readonly words: RequestTexts
  readonly request: Request
  readonly when: string
  readonly until: string
  readonly token: string
  readonly action: string
  readonly isMailed: boolean
}

const RequestRow = ({ texts, words, request, when, until, token, action, isMailed }: RequestRowProps) => {
  const { name, email, questions_and_answers: answers } = request.invitee
  return (
    <li>
      <span class="when">{when}</span>
      <span class="grow">
        <b>{name}</b>
        <span class="facts">
          <span>{email}</span>
          <span>{request.name}</span>
          {request.event_memberships.length > 0 && (
            <span>{request.event_memberships.map(({ user_name }) => user_name).join(', ')}</span>
          )}
          {answers.map(({ question, answer }) => (
            <span key={question}>
              {question}: {answer}
            </span>
          ))}
          <span>{filled(texts.requests.decideBy, { until })}</span>
        </span>
      </span>
      {request.waits_for === 'approval' && (
        <span class="row">
          <form method="post" action={action}>
            <input type="hidden" name="form_token" value={token} />
            <button type="submit" name="decision" value="accept">
              {words.accept}
            </button>
          </form>
          <details class="menu">
            <summary class="button second">{words.decline}</summary>
            <form method="post" action={action} class="fields">
              <input type="hidden" name="form_token" value={token} />
              <label>
                {filled(words.message, { name })}
                <textarea name="reason" rows={2} maxLength={10_000} />
              </label>
              {!isMailed && <p class="hint">{texts.notNotified}</p>}
              <button class="bad" type="submit" name="decision" value="decline">
                {words.decline}
              </button>
            </form>
          </details>
        </span>
      )}
    </li>
  )
}

export const showRequests: ConsoleHandler = (visit) => requestsPage(visit)

export const decideRequest: ConsoleHandler = async (visit) => {
  const { params, form } = visit
  const uuid = params.id ?? ''
  const accepts = form.get('decision') === 'accept'
  try {
    await (accepts
      ? run(visit, acceptBookingRequest, { uuid })
      : run(visit, declineBookingRequest, { uuid, reason: form.get('reason') ?? '' }))
  } catch (error) {
    // Somebody else decided, it has expired, or one of its hosts has left.
    if (error instanceof BookingRefused) return requestsPage(visit, visit.language.pages.takenKept)
    if (error instanceof Problem && error.kind === permissionDenied)
      return requestsPage(visit, problemText(visit.language, error))
    throw error
  }
  const query = new URLSearchParams({
    ...(isOfAll(visit) ? { who: 'all' } : {}),
    done: accepts ? 'accepted' : 'declined',
  })
  return { to: `${path}?${query}` }
}

export const removeWaiting: ConsoleHandler = async (visit) => {
  try {
    await run(visit, removeWaitingListEntry, { uuid: visit.params.id ?? '' })
  } catch (error) {
    // They took a time or left meanwhile.
    if (error instanceof Problem && error.reason?.reason === 'waiting_ended')
      return requestsPage(visit, problemText(visit.language, error))
    throw error
  }
  const query = new URLSearchParams({ ...(isOfAll(visit) ? { who: 'all' } : {}), done: 'removed' })
  return { to: `/app/meetings/requests?${query}` }
}
