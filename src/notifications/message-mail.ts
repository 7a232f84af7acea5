import { cancelUrl, rescheduleUrl, stopRemindersUrl } from '#bookings/index.ts'
import { filledBody, filledSubject, type OwnWordValues, parseBody, parseSubject } from '#messages/index.ts'
import { filled, writeZone } from '#platform/language/moments.ts'
import { languageOf } from '../../languages/all.ts'
import type { MessageMailData, RenderedMail } from './mail-data.ts'
import { asHtml, asText, type MailLink, type MailPart } from './mail-layout.ts'
import type { MailStyle } from './mail-style.ts'
import {
  actionsFor,
  dateBlockOf,
  hostNames,
  inviteeName,
  joiningFor,
  locationIn,
  type MailUrlContext,
  preheaderOf,
  replyTo,
  senderNameOf,
  spanIn,
  unlessUrl,
} from './meeting-mail.ts'

/**
 * Renders a message in a host's own words. Under them stand the meeting, the buttons that the same reader has in our own
 * mails, and who wrote the message: no rule can take these away.
 */
export const renderMessageMail = (
  mail: MessageMailData,
  organization: string,
  addressing: MailUrlContext,
  style: MailStyle,
): RenderedMail => {
  const { meeting } = mail
  const texts = languageOf(mail.locale).mails
  const values = ownWordValues(mail, organization, addressing)
  const buttons = buttonsOf(mail, addressing)
  const stopUrl = stopUrlOf(mail, addressing)
  const parts: MailPart[] = [
    { kind: 'own words', blocks: filledBody(parseBody(mail.body).words, values) },
    { kind: 'date', date: dateBlockOf(meeting, texts) },
    ...(buttons.length > 0 ? [{ kind: 'buttons', links: buttons } as const] : []),
    { kind: 'note', text: filled(texts.messageNote, { organization, site: new URL(addressing.links.site).host }) },
    ...(stopUrl === undefined
      ? []
      : [{ kind: 'small links', links: [{ text: texts.action.stopReminders, url: stopUrl }] } as const]),
  ]
  return {
    subject: filledSubject(parseSubject(mail.subject).words, values) || meeting.event,
    preheader: preheaderOf(meeting, texts),
    text: asText(parts),
    html: asHtml(parts, style),
    ...(mail.thread === null ? {} : { thread: mail.thread }),
    ...replyTo(meeting),
    senderName: senderNameOf(meeting),
    ...(stopUrl === undefined ? {} : { unsubscribe: stopUrl }),
  }
}

/** Whether the meeting is still to come for those whom the message is about. */
const isComing = ({ trigger }: MessageMailData): boolean =>
  trigger === 'booked' || trigger === 'rescheduled' || trigger === 'before'

const ownWordValues = (mail: MessageMailData, organization: string, addressing: MailUrlContext): OwnWordValues => {
  const { meeting, firstName, answersInOrder } = mail
  const { place, seats, to } = meeting
  const texts = languageOf(mail.locale).mails
  // A host's message before a group meeting is about all who come.
  const isOfMany = to === 'host' && seats !== null && (mail.trigger === 'before' || mail.trigger === 'after')
  const name = isOfMany ? `${seats.taken} / ${seats.limit}` : inviteeName(meeting)
  const first = isOfMany ? name : (firstName ?? name.split(/\s+/)[0] ?? name)
  const [cancel, reschedule] = inviteeUrls(mail, addressing)
  return {
    event: meeting.event,
    invitee: name,
    first_name: to === 'host' ? first : (unlessUrl(first) ?? name),
    host: hostNames(meeting),
    when: spanIn(meeting, meeting.span),
    zone: writeZone(languageOf(mail.locale), meeting.zone, new Date(meeting.span.startsAt)),
    location: place && locationIn(meeting, place, texts),
    join_url: joiningFor(meeting)[0]?.url ?? null,
    cancel_url: cancel,
    reschedule_url: reschedule,
    reason: meeting.reason,
    organization,
    answers: answersInOrder,
  }
}

/** The invitee acts with a secret; hosts sign in. */
const inviteeUrls = (
  mail: MessageMailData,
  addressing: MailUrlContext,
): readonly [cancel: string | null, reschedule: string | null] => {
  const { invitee, to } = mail.meeting
  if (!isComing(mail) || !invitee) return [null, null]
  if (to === 'host') {
    if (addressing.scheduledEventId === null) return [null, null]
    const url = `${addressing.links.site}/app/meetings?open=${addressing.scheduledEventId}`
    return [`${url}#cancel`, `${url}&move=${invitee.id}#move`]
  }
  const holder = { id: invitee.id, organizationId: addressing.organizationId }
  return [cancelUrl(addressing, holder), rescheduleUrl(addressing, holder)]
}

const buttonsOf = (mail: MessageMailData, addressing: MailUrlContext): readonly MailLink[] => {
  const { meeting, trigger } = mail
  const texts = languageOf(mail.locale).mails
  if (isComing(mail)) return [...joiningFor(meeting), ...actionsFor(meeting, texts, addressing)]
  if (trigger === 'canceled') return actionsFor(meeting, texts, addressing)
  return meeting.to === 'host' ? actionsFor(meeting, texts, addressing).slice(0, 1) : []
}

/** What nobody waits for can be stopped: reminders and follow-ups. */
const stopUrlOf = ({ trigger, meeting: { to, invitee } }: MessageMailData, addressing: MailUrlContext) => {
  if ((trigger !== 'before' && trigger !== 'after') || to !== 'invitee' || !invitee) return undefined
  return stopRemindersUrl(addressing, { id: invitee.id, organizationId: addressing.organizationId })
}
