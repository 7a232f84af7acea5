import { UsageError } from '#process/operator-error.ts'

/** What an option holds that takes JSON. */
export const readJson = (option: string, text: string, advice: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--${option} is no JSON. Put it into single quotes${advice}.`)
  }
}

/** What an option holds that takes a JSON object; an empty one if it was left out. */
export const readObject = (option: string, text = '{}'): Readonly<Record<string, unknown>> => {
  try {
    const read: unknown = JSON.parse(text)
    if (read !== null && typeof read === 'object' && !Array.isArray(read)) return read as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new UsageError(`--${option} is no JSON object. Put it into single quotes, like '{"name": "value"}'.`)
}
