import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { once } from '#http/once.ts'
import { packageRoot } from '#platform/root.ts'

/** The built assets of the booking pages: a style that is inlined, and a script that is linked. */
export interface Assets {
  readonly style: string
  /** Contains a digest of the script, so it can be cached for ever. */
  readonly scriptPath: string
  readonly script: { readonly plain: Buffer; readonly gzip: Buffer; readonly br: Buffer }
}

/** A file that the build has made of `web/`. */
export const built = (name: string): Promise<Buffer> => readFile(join(packageRoot, 'dist', 'web', name))

export const zip = (plain: Buffer): Promise<Buffer> => promisify(gzip)(plain, { level: 9 })

/** Read once, on the first request for a page. */
export const loadAssets = once(async (): Promise<Assets> => {
  const [style, plain] = await Promise.all([built('booking.css'), built('booking.js')])
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  const [packed, br] = await Promise.all([zip(plain), promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })])
  return { style: style.toString('utf8').trim(), scriptPath: `/assets/booking-${digest}.js`, script: { plain, gzip: packed, br } }
})

/** Whether the browser accepts an encoding: `gzip;q=0` says that it does not. */
export const takes = (acceptEncoding: string | undefined, name: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(acceptEncoding ?? '')

/** The smallest encoding that the browser accepts. */
export const packedFor = ({ script }: Assets, acceptEncoding: string | undefined): { readonly encoding: 'br' | 'gzip' | undefined; readonly body: Buffer } => {
  if (takes(acceptEncoding, 'br')) return { encoding: 'br', body: script.br }
  return takes(acceptEncoding, 'gzip') ? { encoding: 'gzip', body: script.gzip } : { encoding: undefined, body: script.plain }
}
