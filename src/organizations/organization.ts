import type { Plan, Stage } from '#contract/plans.ts'

export interface Organization {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  readonly stage: Stage
  readonly memberCount: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** `individual` while it has one member. */
export const kindOf = ({ memberCount }: Pick<Organization, 'memberCount'>): 'individual' | 'multiple' =>
  memberCount > 1 ? 'multiple' : 'individual'

/** Its name until its owner says who they are, in the first run: then it has theirs. */
export const unnamedOrganization = 'My organization'
