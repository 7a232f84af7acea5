import type { Principal } from './principal.ts'

/** So many requests in so many seconds. */
export interface Allowance {
  readonly requests: number
  readonly seconds: number
}

/** Limits beside the general one, which an operation may name: each user has them once, whatever tokens they use. */
export type LimitName = 'booking'

const minute = 60
const hour = 3600
const day = 86_400

const booking = {
  trial: [{ requests: 5, seconds: day }],
  paid: [
    { requests: 10, seconds: minute },
    { requests: 50, seconds: hour },
    { requests: 100, seconds: day },
  ],
  enterprise: [{ requests: 500, seconds: minute }],
} as const satisfies Record<string, readonly Allowance[]>

const limits: Readonly<Record<LimitName, typeof booking>> = { booking }

/**
 * What somebody on this plan may do. A trial has the limits of the free plan, whichever plan is tried. On Enterprise
 * the limit is at least the general one of tokens, so that an operator who raises that one raises both.
 */
export const allowancesOf = (
  name: LimitName,
  { plan, stage }: Pick<Principal, 'plan' | 'stage'>,
  generalCeiling: number,
): readonly Allowance[] => {
  const { trial, paid, enterprise } = limits[name]
  if (stage === 'trial' || plan === 'basic') return trial
  if (plan !== 'enterprise') return paid
  return enterprise.map(({ requests, seconds }) => ({ requests: Math.max(requests, generalCeiling), seconds }))
}

const words: Readonly<Record<number, string>> = { [minute]: 'a minute', [hour]: 'an hour', [day]: 'a day' }

/** For the reference. */
export const describeLimit = (name: LimitName): string => {
  const { trial, paid, enterprise } = limits[name]
  const describeAllowances = (allowances: readonly Allowance[]): string =>
    allowances
      .map(({ requests, seconds }) => `${requests} ${words[seconds]}`)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ', and ')
  return `Besides the general limit, each user can make ${describeAllowances(paid)} of these requests; ${describeAllowances(trial)} on a trial or the free plan, and ${describeAllowances(enterprise)} on the plan \`enterprise\`.`
}
