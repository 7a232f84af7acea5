import type { RecordedFact } from '#activity/index.ts'
import type { Persons } from '#contract/persons.ts'
import { idInUri } from '#contract/wire.ts'
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
  readonly locale?: string
  readonly time_notation?: Notation
}

type News = RequestMailData['news']

/** Who hears of what. Hosts decide only about what waits for them. */
const newsOf: Readonly<Record<string, { readonly invitee?: News; readonly hosts?: News }>> = {
  'booking_request.code_sent': { invitee: 'code' },
  'booking_request.created': { invitee: 'sent', hosts: 'to_decide' },
  'booking_request.reminded': { hosts: 'reminder' },
  'booking_request.declined': { invitee: 'declined' },
  'booking_request.expired': { invitee: 'expired', hosts: 'expired_for_host' },
  'booking_request.withdrawn': { hosts: 'withdrawn' },
}

/** The mails about booking requests. Once one is confirmed, the mails about its meeting follow. */
export const requestMails = async (tx: Tx, facts: readonly RecordedFact[], persons: Persons): Promise<NewMail[]> => {
  const mails: NewMail[] = []
  for (const { name, organizationId, subject } of facts) {
    const news = newsOf[name]
    if (!news) continue
    const {
      booking_request: request,
      locale,
      time_notation: notation,
      is_unconfirmed,
    } = JSON.parse(subject) as RequestSubject
    // A person who was erased before the fact was announced gets no mail, and nobody waits for an address.
    if (!request || (is_unconfirmed && name !== 'booking_request.code_sent')) continue
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

const momentIn = (text: string): number => readInstant(text)?.getTime() ?? 0
