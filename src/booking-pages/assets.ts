import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { once } from '#http/once.ts'
import { packageRoot } from '#platform/root.ts'

/** A file that is served as it is, and compressed where that makes it smaller. */
export interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly packed?: { readonly gzip: Buffer; readonly br: Buffer }
}

/** The built assets of the pages: a style that is inlined, a script that is linked, and fonts that the style links. */
export interface Assets {
  readonly style: string
  readonly scriptPath: string
  /** By paths that contain a digest, so that they can be cached for ever. */
  readonly files: ReadonlyMap<string, Asset>
}

/** A file that the build has made of `web/`. */
export const built = (name: string): Promise<Buffer> => readFile(join(packageRoot, 'dist', 'web', name))

export const zip = (plain: Buffer): Promise<Buffer> => promisify(gzip)(plain, { level: 9 })

/** Read once, on the first request for a page. */
export const loadAssets = once(async (): Promise<Assets> => {
  const [style, plain] = await Promise.all([built('booking.css'), built('booking.js')])
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  const scriptPath = `/assets/booking-${digest}.js`
  const [packed, fonts] = await Promise.all([packedOf(plain), loadFonts(style.toString('utf8'))])
  const files = new Map<string, Asset>([[scriptPath, { type: 'text/javascript; charset=utf-8', plain, packed }], ...fonts])
  return { style: style.toString('utf8').trim(), scriptPath, files }
})

const packedOf = async (plain: Buffer): Promise<{ gzip: Buffer; br: Buffer }> => {
  const [packed, br] = await Promise.all([zip(plain), promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })])
  return { gzip: packed, br }
}

/** Those that the style links. They are compressed by their format. */
const loadFonts = (style: string): Promise<[path: string, asset: Asset][]> =>
  Promise.all([...style.matchAll(/\/assets\/([\w-]+\.woff2)/g)].map(async ([path, name = '']) => [path, { type: 'font/woff2', plain: await built(name) }]))

/** Whether the browser accepts an encoding: `gzip;q=0` says that it does not. */
export const takes = (acceptEncoding: string | undefined, name: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(acceptEncoding ?? '')

/** The smallest encoding that the browser accepts. */
export const packedFor = ({ plain, packed }: Asset, acceptEncoding: string | undefined): { readonly encoding?: 'br' | 'gzip'; readonly body: Buffer } => {
  const encoding = packed && (['br', 'gzip'] as const).find((name) => takes(acceptEncoding, name))
  return packed && encoding ? { encoding, body: packed[encoding] } : { body: plain }
}
