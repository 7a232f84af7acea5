import type { Routing } from './decision.ts'

export interface RoutingForm extends Routing {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly status: 'draft' | 'published'
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly deletedAt: Date | null
}

/** The settings of a form that its authors can change. */
export type FormSettings = Pick<RoutingForm, 'name' | 'questions' | 'rules' | 'fallback'>

/** Where visitors fill it in. */
export const formAddress = (site: string, formId: string): string => `${site}/forms/${formId}`
