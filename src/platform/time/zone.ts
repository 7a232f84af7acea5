import { changesIn, parseYearlyRule, type YearlyRule } from './posix-rule.ts'

/** Milliseconds since 1970 in UTC. */
export type Instant = number

/** Milliseconds since 1970 on the clock on the wall, as if that clock were in UTC. */
export type Local = number

/** Plenty for any offset: none is further than 14 hours from UTC, and none changes by more than a day. */
const reach = 26 * 3_600_000

/** After so many days the calendar repeats, weekdays included; and with it every rule that names days of a year. */
const cycle = 146_097 * 86_400_000

/**
 * The table is not extended past this year: later years, up to 9999, use the rules of the same point in an earlier
 * cycle.
 */
const repeatsFrom: Instant = Date.UTC(2500, 0, 1)

const cyclesBefore = (instant: Instant): number =>
  instant < repeatsFrom ? 0 : Math.ceil((instant - repeatsFrom + 1) / cycle) * cycle

/**
 * One time zone: when its clocks changed, and by what rule they go on changing. Changes are kept as plain numbers and
 * extended year by year as far as somebody asks, so that a look-up is a search in an array.
 */
export class Zone {
  readonly name: string
  readonly #times: Instant[]
  /** One more than times: the first holds before the first change. */
  readonly #offsets: number[]
  readonly #rule: YearlyRule
  /** The rule says nothing about the time before: zone data may skip a change that it names. */
  readonly #ruleFrom: Instant
  #knownUntil: Instant
  #nextYear: number

  constructor(
    name: string,
    firstOffset: number,
    changes: readonly { readonly at: Instant; readonly offset: number }[],
    rule: string,
  ) {
    this.name = name
    this.#rule = parseYearlyRule(rule)
    // Zone data also list changes of the abbreviation alone. The last one still counts: the rule begins after it.
    const moves = changes.filter(({ offset }, index) => offset !== (changes[index - 1]?.offset ?? firstOffset))
    this.#times = moves.map(({ at }) => at)
    this.#offsets = [firstOffset, ...moves.map(({ offset }) => offset)]
    this.#ruleFrom = changes.at(-1)?.at ?? Date.UTC(2000, 0, 1)
    this.#nextYear = new Date(this.#ruleFrom).getUTCFullYear()
    this.#knownUntil = this.#rule.summer ? this.#ruleFrom : Number.POSITIVE_INFINITY
  }

  /** What to add to UTC for the time on the wall. */
  offsetAt(asked: Instant): number {
    const instant = asked - cyclesBefore(asked)
    this.#extendTo(instant)
    return this.#offsets[this.#indexOf(instant)] as number
  }

  localAt(instant: Instant): Local {
    return instant + this.offsetAt(instant)
  }

  /** The changes after `from` and before `to`, with the offsets on both sides. */
  changesBetween(
    from: Instant,
    to: Instant,
  ): { readonly at: Instant; readonly before: number; readonly after: number }[] {
    const skipped = cyclesBefore(from)
    this.#extendTo(to - skipped)
    const found = []
    for (let index = this.#indexOf(from - skipped); index < this.#times.length; index += 1) {
      const at = (this.#times[index] as Instant) + skipped
      if (at >= to) break
      found.push({ at, before: this.#offsets[index] as number, after: this.#offsets[index + 1] as number })
    }
    return found
  }

  /**
   * The instants at which the clock on the wall shows this: one; two in the hour that comes twice, earlier first; none
   * in the hour that is left out.
   */
  instantsOf(local: Local): readonly Instant[] {
    const early = local - this.offsetAt(local - reach)
    const late = local - this.offsetAt(local + reach)
    if (early === late) return [early]
    const candidates = early < late ? [early, late] : [late, early]
    const others = this.changesBetween(local - reach, local + reach).flatMap(({ before, after }) => [
      local - before,
      local - after,
    ])
    return [...new Set([...candidates, ...others])]
      .sort((a, b) => a - b)
      .filter((instant) => this.localAt(instant) === local)
  }

  /** Always an instant: the earlier of two; and what the clock skips moves forward by what it skips. */
  instantOf(local: Local): Instant {
    const [first] = this.instantsOf(local)
    if (first !== undefined) return first
    // In the gap: the offset from before it leads to the same distance behind its end.
    const gap = this.changesBetween(local - reach, local + reach).find(
      ({ at, before, after }) => at + before <= local && local < at + after,
    )
    return local - (gap ? gap.before : this.offsetAt(local - reach))
  }

  /** How many changes happened up to this instant. */
  #indexOf(instant: Instant): number {
    let low = 0
    let high = this.#times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#times[middle] as Instant) <= instant) low = middle + 1
      else high = middle
    }
    return low
  }

  #extendTo(instant: Instant): void {
    while (this.#knownUntil <= instant && this.#nextYear <= 10_000) {
      for (const { at, offset } of changesIn(this.#rule, this.#nextYear)) {
        if (at <= Math.max(this.#ruleFrom, this.#times.at(-1) ?? this.#ruleFrom) || offset === this.#offsets.at(-1))
          continue
        this.#times.push(at)
        this.#offsets.push(offset)
      }
      this.#knownUntil = Date.UTC(this.#nextYear, 11, 31)
      this.#nextYear += 1
    }
  }
}
