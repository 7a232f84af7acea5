import { idInUri } from '#contract/wire.ts'
import type { Change } from '#execution/changes.ts'

interface MeetingFact {
  readonly name: string
  readonly organizationId: string
  readonly subject: string
}

interface Hosted {
  readonly event_memberships?: readonly { readonly user: string }[]
}

interface Subject {
  readonly scheduled_event?: Hosted
  readonly old_scheduled_event?: Hosted
}

const aboutMeetings = /^(?:invitee|scheduled_event|invitee_no_show)\./

/**
 * Whose meetings have changed by these facts. Hosts are not known of a fact that was erased: then it may be anybody.
 */
export const meetingChangesIn = (facts: readonly MeetingFact[]): Change[] => {
  const hosts = new Map<string, readonly string[]>()
  for (const { organizationId, subject } of facts.filter(({ name }) => aboutMeetings.test(name))) {
    const { scheduled_event, old_scheduled_event } = JSON.parse(subject) as Subject
    const users = [scheduled_event, old_scheduled_event].flatMap(
      (event) => event?.event_memberships?.map(({ user }) => idInUri(user)) ?? [],
    )
    hosts.set(organizationId, [...(hosts.get(organizationId) ?? []), ...users])
  }
  return [...hosts].map(([organizationId, users]) => ({ organizationId, userIds: [...new Set(users)] }))
}
