import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as compress, constants } from 'node:zlib'
import { once } from '#http/once.ts'
import { packageRoot } from '#platform/root.ts'

/** A file that is served as it is, and compressed where that makes it smaller. */
export interface Asset {
  readonly type: string
  readonly plain: Buffer
  /** Compressed when somebody first asks for the file: no page waits for it. */
  readonly packed?: () => Promise<Packed>
}

interface Packed {
  readonly gzip: Buffer
  readonly br: Buffer
}

/** The built assets of the pages: a style that is inlined, a script that is linked, and fonts that the style links. */
export interface Assets {
  readonly style: string
  readonly scriptPath: string
  /** The cities by which a time zone is found, loaded when somebody looks for one. */
  readonly placesPath: string
  /** The picture of a link to a page that has none of its own. */
  readonly previewPath: string
  /** By paths that contain a digest, so that they can be cached for ever. */
  readonly files: ReadonlyMap<string, Asset>
}

/** A file that the build has made for browsers. */
export const built = (name: string): Promise<Buffer> => readFile(join(packageRoot, 'dist', 'web', name))

export const zip = (plain: Buffer): Promise<Buffer> => promisify(compress)(plain, { level: 9 })

/** Read once, on the first request for a page. */
export const loadAssets = once(async (): Promise<Assets> => {
  const [style, script, places, preview] = await Promise.all([
    built('booking.css'),
    built('booking.js'),
    built('places.json'),
    built('preview.png'),
  ])
  const scriptPath = `/assets/booking-${digestOf(script)}.js`
  const placesPath = `/assets/places-${digestOf(places)}.json`
  const previewPath = `/assets/preview-${digestOf(preview)}.png`
  const files = new Map<string, Asset>([
    [scriptPath, packedOf('text/javascript; charset=utf-8', script)],
    [placesPath, packedOf('application/json; charset=utf-8', places)],
    [previewPath, { type: 'image/png', plain: preview }],
    ...(await loadFonts(style.toString('utf8'))),
  ])
  return { style: style.toString('utf8').trim(), scriptPath, placesPath, previewPath, files }
})

/** Part of an address that changes with the file. */
export const digestOf = (plain: Buffer): string => createHash('sha256').update(plain).digest('hex').slice(0, 16)

export const packedOf = (type: string, plain: Buffer, quality = 11): Asset => ({
  type,
  plain,
  packed: once(async () => {
    const [gzip, br] = await Promise.all([
      zip(plain),
      promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    ])
    return { gzip, br }
  }),
})

/** Those that the style links. They are compressed by their format. */
const loadFonts = (style: string): Promise<[path: string, asset: Asset][]> =>
  Promise.all(
    [...style.matchAll(/\/assets\/([\w-]+\.woff2)/g)].map(async ([path, name = '']) => [
      path,
      { type: 'font/woff2', plain: await built(name) },
    ]),
  )

/** Whether the browser accepts an encoding: `gzip;q=0` says that it does not. */
export const takes = (acceptEncoding: string | undefined, name: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(acceptEncoding ?? '')

/** The smallest encoding that the browser accepts. */
export const packedFor = async (
  { plain, packed }: Asset,
  acceptEncoding: string | undefined,
): Promise<{ readonly encoding?: 'br' | 'gzip'; readonly body: Buffer }> => {
  const encoding = packed && (['br', 'gzip'] as const).find((name) => takes(acceptEncoding, name))
  return packed && encoding ? { encoding, body: (await packed())[encoding] } : { body: plain }
}
