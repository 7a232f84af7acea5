import type { Listener } from '#activity/index.ts'
import type { JobKind } from '#execution/jobs/kind.ts'
import { type AppContext, performOpen } from '#execution/perform.ts'
import { insertJobs } from '#execution/store/jobs.ts'
import { offerFreedTime } from '../operations/offer-freed-time.ts'
import { listWaitedFor } from '../store/waiting-list.ts'

const waitingListJob = 'waiting_list'

/** After these, a time may be free that was not. */
const freeing: ReadonlySet<string> = new Set([
  'invitee.canceled',
  'invitee.rescheduled',
  'scheduled_event.canceled',
  'booking_request.declined',
  'booking_request.expired',
  'booking_request.withdrawn',
  'event_type.updated',
  'availability.modified',
  'availability.schedule_created',
  'availability.schedule_deleted',
  'calendar.changed',
  'calendar.disconnected',
  'calendar.entry_changed',
  'data_deletion.completed',
  'waiting_list_entry.confirmed',
  'waiting_list_entry.left',
  'waiting_list_entry.removed',
])

/** Listens to facts: where times may have become free, those who wait for them are looked at. */
export const followInWaitingLists: Listener = async (tx, facts, now) => {
  const organizations = new Set(facts.filter(({ name }) => freeing.has(name)).map((fact) => fact.organizationId))
  if (organizations.size === 0) return
  const types = await listWaitedFor(tx, [...organizations], now)
  const jobs = types.map(({ organizationId, eventTypeId }) => ({
    ...{ organizationId, kind: waitingListJob, lane: waitingListJob, subjectId: eventTypeId },
  }))
  await insertJobs(tx, jobs, now)
}

/** So that one round does not keep the hosts of a type for long. */
const maxOffers = 20

/** Offers free times of an event type, each in a transaction of its own. */
export const waitingListOffers = (context: AppContext): JobKind<{ readonly eventTypeId: string }, undefined> => ({
  name: waitingListJob,
  load: (_, jobs) => Promise.resolve(new Map(jobs.map((job) => [job.id, { eventTypeId: job.subjectId }]))),
  act: async ({ eventTypeId }) => {
    for (let offers = 0; offers < maxOffers; offers++) {
      const { isOffered } = await performOpen(context, offerFreedTime, { event_type: eventTypeId })
      if (!isOffered) return undefined
    }
    return undefined
  },
  isAway: () => false,
  settle: () => Promise.resolve(new Map()),
})
