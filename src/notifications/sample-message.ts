import { type MessageTexts, type MessageTrigger, textFor } from '#messages/index.ts'
import { nilUuid } from '#platform/nil-uuid.ts'
import { day, hour, minute } from '#platform/time/durations.ts'
import type { Notation } from '../../languages/language.ts'
import type { MessageMailData } from './mail-data.ts'

/** Whoever writes a message, and sees it as the invitee would. */
export interface SampleReader {
  readonly name: string
  readonly email: string
  readonly zone: string
  readonly notation: Notation
}

interface Sampled {
  readonly trigger: MessageTrigger
  readonly audience: 'invitee' | 'hosts'
  readonly texts: MessageTexts
}

/**
 * A message as it would be about a meeting tomorrow, of the writer with themselves. Its links have the ID of no
 * invitee, so they lead nowhere.
 */
export const sampleMessage = (
  { trigger, audience, texts }: Sampled,
  { name, email, zone, notation }: SampleReader,
  event: string,
  locale: string,
  now: Date,
): MessageMailData => {
  const { subject, body, locale: language } = textFor(texts, locale)
  const startsAt = (Math.floor(now.getTime() / day) + 1) * day + 10 * hour
  const person = { name, email }
  return {
    ...{ kind: 'message', trigger, name, locale: language, subject, body, language, firstName: null, thread: null },
    answersInOrder: [],
    meeting: {
      ...{ kind: 'reminder', to: audience === 'hosts' ? 'host' : 'invitee', name, locale: language, zone, notation },
      event,
      span: { startsAt, endsAt: startsAt + 30 * minute },
      ...{ before: null, place: null, hosts: [person], invitee: { ...person, id: nilUuid }, guests: [], answers: [] },
      ...{ seats: null, canceledBy: null, reason: null, calendar: null },
    },
  }
}
