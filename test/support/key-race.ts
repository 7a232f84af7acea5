/** An answer as far as it must be the same each time. */
export interface Seen {
  readonly status: number
  readonly location: string | null
  readonly text: string
}

export interface Race {
  readonly callers: number
  /** How many keys are under way at a time. */
  readonly atOnce: number
}

/** Each key's request, from all callers at the same moment. Gives every different answer that a key got. */
export const raceOnKeys = async (
  keys: readonly string[],
  post: (key: string, caller: number) => Promise<Seen>,
  { callers, atOnce }: Race = { callers: 8, atOnce: 8 },
): Promise<ReadonlyMap<string, readonly Seen[]>> => {
  const answers = new Map<string, readonly Seen[]>()
  const waiting = [...keys]
  const run = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const one = key
      answers.set(one, different(await Promise.all(Array.from({ length: callers }, (_, caller) => post(one, caller)))))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return answers
}

const different = (seen: readonly Seen[]): Seen[] => [
  ...new Map(seen.map((one) => [JSON.stringify([one.status, one.location, one.text]), one])).values(),
]
