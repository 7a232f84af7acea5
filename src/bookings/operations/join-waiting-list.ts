import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordFacts } from '#activity/index.ts'
import { listTakenSpans } from '#availability/index.ts'
import { invalid, missing, Problem, tooManyRequests } from '#contract/problem.ts'
import { instant, referenceTo } from '#contract/wire.ts'
import { findBookableToMove, findTypeOrganization, isOpen, lookupSpanOf, openingsOf } from '#event-types/index.ts'
import { open } from '#execution/operation.ts'
import { day } from '#platform/time/durations.ts'
import { BookEventTypeRequest } from '../requests.ts'
import { lockSource } from '../store/booking-requests.ts'
import { countUnconfirmedOfSource, deleteUnconfirmed, insertEntry } from '../store/waiting-list.ts'
import { maxDaysAhead, maxUnconfirmedOfSource } from '../waiting-list.ts'
import { entryFact } from '../waiting-list-fact.ts'

/** A visitor who finds no time. They get a mail, and wait once they confirm that the address is theirs. */
export const joinWaitingList = open({
  name: 'join_waiting_list',
  summary: 'Join the waiting list of an event type',
  input: z.object({
    event_type: referenceTo('event_types'),
    wanted_from: instant,
    wanted_until: instant,
    // The fields of a booking, without its time.
    booking: z.record(z.string(), z.unknown()),
    source: z.string(),
  }),
  output: z.object({ email: z.string() }),

  async run(call, { event_type: eventTypeId, wanted_from: wantedFrom, wanted_until: wantedUntil, booking, source }) {
    const { tx, persons, now } = call
    const organizationId = await findTypeOrganization(tx, eventTypeId)
    const found = organizationId === undefined ? undefined : await findBookableToMove(tx, organizationId, eventTypeId)
    if (organizationId === undefined || !found || !isOpen(found)) throw missing()
    const { eventType, hosts } = found
    if (!eventType.bookingRules.waiting_list || eventType.linkId !== null) throw missing()
    const { request } = BookEventTypeRequest.parse({
      ...booking,
      event_type: eventTypeId,
      start_time: wantedFrom.toISOString(),
    })
    const from = new Date(Math.max(wantedFrom.getTime(), now.getTime()))
    if (wantedUntil <= from || wantedUntil.getTime() > now.getTime() + maxDaysAhead * day)
      throw invalid({ parameter: 'wanted_until', reason: 'invalid' })

    const span = { start: from.getTime(), end: wantedUntil.getTime() }
    const ids = hosts.map(({ membershipId }) => membershipId)
    const taken = await listTakenSpans(tx, organizationId, ids, lookupSpanOf(eventType, span))
    if (openingsOf({ eventType, hosts, taken }, span, now.getTime()).length > 0)
      throw invalid({ parameter: 'wanted_from', reason: 'times_open' })

    const hash = persons.of(organizationId, `source ${source}`)
    await lockSource(tx, hash)
    if ((await countUnconfirmedOfSource(tx, organizationId, hash, now)) >= maxUnconfirmedOfSource)
      throw new Problem(tooManyRequests, { reason: 'too_many_from_source' })

    const { email, name, timezone } = request.details
    const person = persons.of(organizationId, email)
    const entry = {
      ...{ organizationId, id: randomUUID(), eventTypeId, state: 'unconfirmed' as const, booking },
      ...{ email, name, timezone, wantedFrom, wantedUntil, createdAt: now, person, source: hash },
    }
    await deleteUnconfirmed(tx, entry)
    await insertEntry(tx, entry)
    await recordFacts(tx, [entryFact('waiting_list_entry.created', call, { ...entry, event: eventType.name })])
    return { email }
  },
})
