import { randomBytes } from 'node:crypto'
import type { BookingAnswer } from './answers.ts'
import { loadAssets } from './assets.ts'
import { layOutBooking } from './document.ts'
import type { BookingVisit } from './visit.ts'

/** What stands in one copy of a page and in no other: somebody else's would let them pass for them. */
export interface Mark {
  readonly text: string
  renew(): string
}

/** An answer that is ready, for as many as want it. */
export interface Print {
  readonly status: number
  copy(): { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer | undefined }
}

/** Makes an answer ready: what is the same in every copy is written once. */
export const printOf = async (answered: BookingAnswer, visit: Pick<BookingVisit, 'query' | 'path'>, marks: readonly Mark[]): Promise<Print> => {
  if ('to' in answered) return fixed(303, { location: answered.to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, undefined)
  if ('json' in answered) {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    return fixed(answered.status ?? 200, headers, JSON.stringify(answered.json))
  }
  if ('file' in answered) {
    const headers = { 'content-type': answered.type, 'content-disposition': `attachment; filename="${answered.name}"` }
    return fixed(200, { ...headers, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }, answered.file)
  }
  const nonce: Mark = { text: newNonce(), renew: newNonce }
  const { text, headersWith } = layOutBooking(answered, visit, await loadAssets(), nonce.text)
  const pieces = cut(text, [nonce, ...marks])
  return {
    status: answered.status ?? 200,
    copy: () => {
      const renewed = new Map([nonce, ...marks].map((mark) => [mark, mark.renew()]))
      const body = Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(renewed.get(piece) ?? ''))))
      return { headers: headersWith(renewed.get(nonce) ?? ''), body }
    },
  }
}

const fixed = (status: number, headers: Readonly<Record<string, string>>, body: string | undefined): Print => ({ status, copy: () => ({ headers, body }) })

const newNonce = (): string => randomBytes(16).toString('base64')

/** The text in pieces, with the marks between them. */
const cut = (text: string, marks: readonly Mark[]): readonly (Buffer | Mark)[] =>
  marks
    .reduce<readonly (string | Mark)[]>((pieces, mark) => pieces.flatMap((piece) => (typeof piece === 'string' ? around(piece, mark) : [piece])), [text])
    .map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))

const around = (text: string, mark: Mark): readonly (string | Mark)[] => text.split(mark.text).flatMap((part, at) => (at === 0 ? [part] : [mark, part]))
