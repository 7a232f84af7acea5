import { type Rule, workingHours } from './rule.ts'

/** A named set of a host's hours, which any of their event types can use. */
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

/** The schedule of a host who never made one. Its id is that of the membership, so that it can be referred to. */
export const impliedSchedule = (
  host: Pick<Schedule, 'organizationId' | 'membershipId' | 'userId' | 'timezone'>,
): Schedule => ({
  ...host,
  id: host.membershipId,
  name: 'Working hours',
  isDefault: true,
  rules: workingHours,
})
