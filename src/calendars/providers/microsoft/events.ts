import { z } from 'zod'
import type { EventSkeleton, Moment } from '../../icalendar/skeleton.ts'
import { dateMoment, instantMoment, singleEvent } from '../json-events.ts'

const When = z.object({ dateTime: z.string(), timeZone: z.string() })

/**
 * An event in a view of a calendar. Occurrences have little more than their times: the rest is what their series says.
 */
export const GraphEvent = z.object({
  id: z.string(),
  '@removed': z.object({ reason: z.string().optional() }).optional(),
  type: z.string().nullish(),
  seriesMasterId: z.string().nullish(),
  start: When.nullish(),
  end: When.nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  transactionId: z.string().nullish(),
})
export type GraphEvent = z.output<typeof GraphEvent>

/** Whether this is all there is to know of an occurrence. */
export const isBare = ({ type, showAs }: GraphEvent): boolean => type === 'occurrence' && showAs == null

/** Undefined when its times cannot be read. */
export const skeletonOf = (event: GraphEvent, series: GraphEvent = event): EventSkeleton | undefined => {
  const isAllDay = event.isAllDay ?? series.isAllDay ?? false
  const [start, end] = [momentOf(event.start, isAllDay), momentOf(event.end, isAllDay)]
  if (!start || !end) return undefined
  const { isCancelled } = isBare(event) ? series : event
  return {
    ...singleEvent(uidOf(event), start, end, busyOf(isBare(event) ? series : event)),
    ...(isCancelled ? { isCanceled: true as const } : {}),
  }
}

/** All times are asked for in UTC. Whole days keep their date, whatever the zone. */
const momentOf = (when: GraphEvent['start'], isAllDay: boolean): Moment | undefined => {
  if (!when) return undefined
  if (isAllDay) return dateMoment(when.dateTime)
  return when.timeZone === 'UTC'
    ? instantMoment(/Z$/.test(when.dateTime) ? when.dateTime : `${when.dateTime}Z`)
    : undefined
}

const busyOf = ({ showAs, isCancelled, responseStatus }: GraphEvent): EventSkeleton['busy'] => {
  const answer = responseStatus?.response
  if (isCancelled || showAs === 'free' || showAs === 'workingElsewhere' || answer === 'declined') return 'no'
  return showAs === 'tentative' || answer === 'tentativelyAccepted' ? 'tentative' : 'yes'
}

/** With it a second attempt to write an entry does not make a second event; and it tells that the event is ours. */
export const transactionIdOf = (uid: string, generation: number): string => `${uid}#${generation}`
const uidOf = ({ id, transactionId }: GraphEvent): string => transactionId?.replace(/#\d+$/, '') ?? id
