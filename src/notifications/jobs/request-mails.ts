import type { RecordedFact } from '#activity/index.ts'
import { findBookingRequest, toRequestRecord } from '#bookings/index.ts'
import { moneyOf } from '#contract/money.ts'
import type { Persons } from '#contract/persons.ts'
import { idInUri, type Links } from '#contract/wire.ts'
import type { Tx } from '#platform/db/database.ts'
import { readInstant } from '#platform/time/instant.ts'
import type { Notation } from '../../../languages/language.ts'
import type { RequestMailData } from '../mail-data.ts'
import { findMember, findTypeMailSettings } from '../store/mail-context.ts'
import type { NewMail } from '../store/mails.ts'

interface RequestSubject {
  readonly booking_request?: {
    readonly uri: string
    readonly expires_at: string
    readonly name: string
    readonly event_type: string
    readonly start_time: string
    readonly end_time: string
    readonly event_memberships: readonly {
      readonly user: string
      readonly user_email: string
      readonly user_name: string
    }[]
    readonly invitee: {
      readonly email: string
      readonly name: string
      readonly timezone: string | null
      readonly questions_and_answers: RequestMailData['answers']
    }
    readonly reason: string | null
  }
  readonly is_unconfirmed?: boolean
  readonly is_unpaid?: boolean
  readonly is_accepted?: boolean
  readonly waiting_list_entry?: string
  readonly locale?: string
  readonly time_notation?: Notation
}

type News = RequestMailData['news']

/** What is told of a request that nobody has taken or confirmed: to its invitee alone. */
const newsOfUnconfirmed: Readonly<Record<string, { readonly invitee: News }>> = {
  'booking_request.code_sent': { invitee: 'code' },
  'booking_request.offered': { invitee: 'offer' },
}

/** Whoever did not answer keeps waiting. */
const newsOfOffer: typeof newsOfUnconfirmed = {
  ...newsOfUnconfirmed,
  'booking_request.expired': { invitee: 'not_taken' },
}

/** After these, whoever got the time from a waiting list has their place in it again. */
const keepingPlace: readonly News[] = ['offer', 'not_taken', 'declined', 'expired', 'unpaid']

/** Who hears of what. Hosts decide only about what waits for them. */
const newsOf: Readonly<Record<string, { readonly invitee?: News; readonly hosts?: News }>> = {
  'booking_request.created': { invitee: 'sent', hosts: 'to_decide' },
  'booking_request.reminded': { hosts: 'reminder' },
  'booking_request.declined': { invitee: 'declined' },
  'booking_request.expired': { invitee: 'expired', hosts: 'expired_for_host' },
  'booking_request.withdrawn': { hosts: 'withdrawn' },
}

/** Of a request that waits to be paid: its invitee sees the page where they pay, and hosts have not heard of it. */
const newsOfUnpaid: typeof newsOf = {
  'booking_request.expired': { invitee: 'unpaid' },
}

/** The hosts said yes to it. */
const newsOfAccepted: typeof newsOf = {
  'booking_request.accepted': { invitee: 'to_pay' },
  'booking_request.expired': { invitee: 'unpaid', hosts: 'unpaid_for_host' },
  'booking_request.withdrawn': { hosts: 'withdrawn' },
}

const newsIn = ({ is_unconfirmed, is_unpaid, is_accepted, waiting_list_entry }: RequestSubject): typeof newsOf => {
  if (is_unconfirmed) return waiting_list_entry === undefined ? newsOfUnconfirmed : newsOfOffer
  if (is_unpaid) return is_accepted ? newsOfAccepted : newsOfUnpaid
  return newsOf
}

/** The mails about booking requests. Once one is confirmed, the mails about its meeting follow. */
export const requestMails = async (
  tx: Tx,
  facts: readonly RecordedFact[],
  { links, persons }: { readonly links: Links; readonly persons: Persons },
): Promise<NewMail[]> => {
  const mails: NewMail[] = []
  for (const { name, organizationId, subject: recorded } of facts) {
    const returned = name === 'payment.returned' ? await returnedOf(tx, links, organizationId, recorded) : undefined
    const subject = returned?.subject ?? (JSON.parse(recorded) as RequestSubject)
    const news = returned?.news ?? newsIn(subject)[name]
    if (!news) continue
    const { booking_request: request, locale, time_notation: notation } = subject
    const { waiting_list_entry: waitingListEntryId } = subject
    // A person who was erased before the fact was announced gets no mail.
    if (!request) continue
    const { invitee } = request
    const [type] = await findTypeMailSettings(tx, [idInUri(request.event_type)])
    const data = {
      kind: 'booking_request' as const,
      requestId: idInUri(request.uri),
      event: request.name,
      span: { startsAt: momentIn(request.start_time), endsAt: momentIn(request.end_time) },
      until: momentIn(request.expires_at),
      hosts: request.event_memberships.map(({ user_name, user_email }) => ({ name: user_name, email: user_email })),
      invitee: { name: invitee.name, email: invitee.email },
      answers: invitee.questions_and_answers,
      reason: request.reason,
      bookAgainPath: type?.bookingPath ?? null,
      ...(returned?.paid ? { paid: returned.paid } : {}),
    }
    const about = [persons.of(organizationId, invitee.email)]
    if (news.invitee)
      mails.push({
        organizationId,
        recipient: invitee.email,
        persons: about,
        mail: {
          ...data,
          news: news.invitee,
          // Its link is for whoever waits alone.
          ...(keepingPlace.includes(news.invitee) ? { waitingListEntryId } : {}),
          name: invitee.name,
          locale: locale ?? type?.locale ?? 'en',
          zone: invitee.timezone ?? 'UTC',
          notation: notation ?? null,
        },
      })
    if (news.hosts)
      for (const { user } of request.event_memberships) {
        const host = await findMember(tx, organizationId, idInUri(user))
        if (!host) continue
        const { email, membershipId, ...reader } = host
        const mail = { ...data, ...reader, news: news.hosts, membershipId }
        mails.push({ organizationId, recipient: email, membershipId, persons: about, mail })
      }
  }
  return mails
}

interface ReturnedSubject {
  readonly booking_request: string
  readonly amount: number
  readonly currency: string
}

/** Money that came too late, or twice: the fact about it names nobody, so their request is read. */
const returnedOf = async (tx: Tx, links: Links, organizationId: string, recorded: string) => {
  const { booking_request: uri, amount, currency } = JSON.parse(recorded) as ReturnedSubject
  const request = await findBookingRequest(tx, organizationId, idInUri(uri))
  if (!request) return undefined
  const { locale, timeNotation } = request.booking.details
  const subject: RequestSubject = {
    booking_request: toRequestRecord(links, request),
    ...(locale === null ? {} : { locale }),
    ...(timeNotation === null ? {} : { time_notation: timeNotation }),
  }
  const news: { readonly invitee: News; readonly hosts?: News } = {
    invitee: request.state === 'confirmed' ? 'paid_twice' : 'returned',
  }
  return { subject, news, paid: moneyOf(amount, currency) }
}

const momentIn = (text: string): number => readInstant(text)?.getTime() ?? 0
