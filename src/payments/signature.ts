import { createHmac, timingSafeEqual } from 'node:crypto'

/** Older and newer messages are refused. */
const toleranceSeconds = 300

/**
 * `t=1798000000,v1=562aa7…`, as Stripe signs and as we do: over the time and the body as it came. There may be more than
 * one `v1` while a secret is being replaced.
 */
export const isSigned = (secret: string, header: unknown, body: Buffer, now: Date): boolean => {
  if (typeof header !== 'string' || header.length > 4096) return false
  const fields = header.split(',').map((field) => field.trim().split('='))
  const seconds = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds)) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  return fields.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
