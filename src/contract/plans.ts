/** What an organization pays for. `basic` is free. */
export const plans = ['basic', 'essentials', 'standard', 'professional', 'teams', 'enterprise'] as const
export type Plan = (typeof plans)[number]

/** A trial is of the plan that is named. */
export const stages = ['trial', 'active'] as const
export type Stage = (typeof stages)[number]
