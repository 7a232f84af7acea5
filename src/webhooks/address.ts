import type { Links } from '#contract/wire.ts'
import { asShown } from '#event-types/index.ts'
import type { Codes } from '#platform/crypto/codes.ts'

interface Addressing {
  readonly links: Links
  readonly codes: Codes
}

interface Told {
  readonly event: string
  readonly payload: { readonly slug: string; readonly link?: string }
}

/**
 * A body as it is sent. That of a one-off type is kept without its address, for whoever has the address may book; it is made
 * again each time, so the bytes are the same at every attempt.
 */
export const withAddress = (body: string, addressing: Addressing): string => {
  if (!body.includes('"link":')) return body
  const told = JSON.parse(body) as Told
  if (!told.event.startsWith('event_type.')) return body
  return JSON.stringify({ ...told, payload: asShown(addressing, told.payload) })
}
