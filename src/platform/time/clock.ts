/** Where `now` comes from. The only place that reads the machine's clock; tests bring their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
