import { z } from 'zod'
import type { CalendarItem } from '../../connection.ts'
import { uidOfEvent } from '../../google-ids.ts'
import type { EventSkeleton, Moment } from '../../icalendar/skeleton.ts'
import { dateMoment, instantMoment, singleEvent } from '../json-events.ts'

const When = z.object({ date: z.string().optional(), dateTime: z.string().optional() })

/** An event as we ask for it. Of one that was deleted only the id and the status are certain. */
export const GoogleEvent = z.object({
  id: z.string(),
  iCalUID: z.string().optional(),
  etag: z.string().optional(),
  status: z.string().optional(),
  start: When.optional(),
  end: When.optional(),
  transparency: z.string().optional(),
  eventType: z.string().optional(),
  attendees: z.array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() })).optional(),
})
export type GoogleEvent = z.output<typeof GoogleEvent>

/** No titles, no texts, no people: they are not even asked for. */
export const eventFields = 'id,iCalUID,etag,status,start,end,transparency,eventType,attendees(self,responseStatus)'

/** Undefined for an event whose times cannot be read. */
export const itemOf = (event: GoogleEvent): CalendarItem | undefined => {
  const [start, end] = [momentOf(event.start), momentOf(event.end)]
  if (!start || !end) return undefined
  return { key: event.id, etag: event.etag ?? '', events: [singleEvent(uidOfEvent(event), start, end, busyOf(event))] }
}

const momentOf = (when: z.output<typeof When> | undefined): Moment | undefined =>
  when?.dateTime === undefined ? dateMoment(when?.date ?? '') : instantMoment(when.dateTime)

const busyOf = ({ status, transparency, eventType, attendees }: GoogleEvent): EventSkeleton['busy'] => {
  const answer = attendees?.find(({ self }) => self)?.responseStatus
  if (
    status === 'cancelled' ||
    transparency === 'transparent' ||
    eventType === 'workingLocation' ||
    answer === 'declined'
  )
    return 'no'
  return status === 'tentative' || answer === 'tentative' ? 'tentative' : 'yes'
}
