import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { packageRoot } from '#platform/root.ts'

export interface CalendarOracle {
  /** The wall-clock times of a rule; null when the library has no answer. */
  rule(asked: { rule: string; start: number; from: number; to: number; max: number }): Promise<number[] | null>
  /** The busy spans of one calendar resource. */
  item(asked: { text: string; from: number; to: number; zone: string }): Promise<[number, number][] | null>
}

/** Expansion by libraries that others wrote: python-dateutil, and recurring-ical-events. */
export const aCalendarOracle = (): CalendarOracle => {
  const child = spawn('/usr/bin/python3', [join(packageRoot, 'test/tools/calendar-oracle.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  after(() => void child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async <T>(asked: object): Promise<T> => {
    child.stdin.write(`${JSON.stringify(asked)}\n`)
    return JSON.parse((await lines.next()).value as string) as T
  }
  return { rule: (asked) => ask(asked), item: (asked) => ask(asked) }
}
