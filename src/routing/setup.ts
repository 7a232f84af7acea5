import { type Detail, invalid } from '#contract/problem.ts'
import type { ReasonCode } from '#contract/reasons.ts'
import type { EventType } from '#event-types/index.ts'
import type { FormSettings, RoutingForm } from './form.ts'
import { eventTypesIn, faultsOf } from './rule.ts'

/** Types with a page of their own, where a visitor can be sent. */
export const canBeBooked = ({ active, deletedAt, type }: EventType): boolean =>
  active && deletedAt === null && type === 'StandardEventType'

/**
 * Refuses a form that cannot work, and names each field. A draft may lead to event types that cannot be booked yet; a
 * published form needs questions and bookable destinations. Another organization's event type looks like one that does
 * not exist.
 */
export const checkForm = (
  settings: FormSettings,
  eventTypes: readonly EventType[],
  status: RoutingForm['status'],
): void => {
  const faults: Detail[] = [...faultsOf(settings.rules, settings.questions)]
  for (const [id, places] of eventTypesIn(settings)) {
    const eventType = eventTypes.find((candidate) => candidate.id === id)
    const fault = faultOf(eventType, status)
    if (fault !== undefined) faults.push(...places.map((parameter) => ({ parameter, reason: fault })))
  }
  if (status === 'published' && settings.questions.length === 0)
    faults.push({ parameter: 'questions', reason: 'blank' })
  if (faults.length > 0) throw invalid(...faults.slice(0, maxFaults))
}

const maxFaults = 20

const faultOf = (eventType: EventType | undefined, status: RoutingForm['status']): ReasonCode | undefined => {
  if (!eventType || eventType.deletedAt !== null) return 'unknown_type'
  if (eventType.type !== 'StandardEventType') return 'type_without_page'
  return status === 'published' && !canBeBooked(eventType) ? 'leads_nowhere' : undefined
}
