import { type Rule, workingHours } from './rule.ts'

/** A host's hours under a name, to be used by any of their event types. */
export interface Schedule {
  readonly id: string
  readonly organizationId: string
  readonly membershipId: string
  readonly userId: string
  readonly name: string
  readonly isDefault: boolean
  readonly timezone: string
  readonly rules: readonly Rule[]
}

/** What a host has who never made a schedule. Its id is that of the membership, so that it can be referred to. */
export const impliedSchedule = (host: Pick<Schedule, 'organizationId' | 'membershipId' | 'userId' | 'timezone'>): Schedule => ({
  ...host,
  id: host.membershipId,
  name: 'Working hours',
  isDefault: true,
  rules: workingHours,
})
