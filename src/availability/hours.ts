/** A part of a day, in minutes of local time after midnight; `to` may be 1440. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** When a host is available: hours for each day of the week, and other hours for single dates. */
export interface Hours {
  /** Sunday first. */
  readonly weekly: readonly (readonly Range[])[]
  /** By local day since 1970. A date without hours is a day off. */
  readonly dates: ReadonlyMap<number, readonly Range[]>
}

/** The hours of a local day, counted since 1970, which began on a Thursday. */
export const hoursOn = ({ weekly, dates }: Hours, day: number): readonly Range[] =>
  dates.get(day) ?? weekly[(((day + 4) % 7) + 7) % 7] ?? []
