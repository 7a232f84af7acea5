import { randomBytes } from 'node:crypto'
import type { BookingAnswer } from './answers.tsx'
import { loadAssets } from './assets.ts'
import { layOutBooking } from './document.tsx'
import type { BookingVisit } from './visit.ts'

/**
 * A text that no two responses may share, such as a nonce or a form token: with another visitor's, one could act as
 * them.
 */
export interface PerResponseValue {
  readonly text: string
  renew(): string
}

/** A response that is rendered once, for any number of requests. */
export interface PageTemplate {
  readonly status: number
  instantiate(): { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer | undefined }
}

export const templateOf = async (
  answered: BookingAnswer,
  visit: Pick<BookingVisit, 'query' | 'path'>,
  perResponse: readonly PerResponseValue[],
): Promise<PageTemplate> => {
  if ('to' in answered)
    return fixed(
      303,
      { location: answered.to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      undefined,
    )
  if ('json' in answered) {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    return fixed(answered.status ?? 200, headers, JSON.stringify(answered.json))
  }
  if ('file' in answered) {
    const headers = { 'content-type': answered.type, 'content-disposition': `attachment; filename="${answered.name}"` }
    return fixed(
      200,
      { ...headers, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
      answered.file,
    )
  }
  const nonce: PerResponseValue = { text: newNonce(), renew: newNonce }
  const { text, headersWith } = layOutBooking(answered, visit, await loadAssets(), nonce.text)
  const values = [nonce, ...perResponse]
  const pieces = splitAt(text, values)
  return {
    status: answered.status ?? 200,
    instantiate: () => {
      const renewed = new Map(values.map((value) => [value, value.renew()]))
      const body = Buffer.concat(
        pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(renewed.get(piece) ?? ''))),
      )
      return { headers: headersWith(renewed.get(nonce) ?? ''), body }
    },
  }
}

const fixed = (status: number, headers: Readonly<Record<string, string>>, body: string | undefined): PageTemplate => ({
  status,
  instantiate: () => ({ headers, body }),
})

const newNonce = (): string => randomBytes(16).toString('base64')

/** The constant parts of the text as bytes, with the per-response values between them. */
const splitAt = (text: string, values: readonly PerResponseValue[]): readonly (Buffer | PerResponseValue)[] =>
  values
    .reduce<readonly (string | PerResponseValue)[]>(
      (pieces, value) => pieces.flatMap((piece) => (typeof piece === 'string' ? around(piece, value) : [piece])),
      [text],
    )
    .map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))

const around = (text: string, value: PerResponseValue): readonly (string | PerResponseValue)[] =>
  text.split(value.text).flatMap((part, index) => (index === 0 ? [part] : [value, part]))
