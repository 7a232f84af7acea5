import { isJpeg, readJpeg } from './jpeg.ts'
import { type Parsed, refused } from './parsed.ts'
import { isPng, readPng } from './png.ts'
import { isWebp, readWebp } from './webp.ts'

export const maxPictureBytes = 2 * 1024 * 1024
/** A browser needs four bytes for each pixel, however small the file is. */
const maxSide = 4096

/**
 * A PNG, JPEG or WebP picture, taken apart and put together again from the parts that show it. The bytes decide what it
 * is, never its name. SVG is no picture here: it is a document that can run scripts.
 */
export const readPicture = (bytes: Buffer): Parsed => {
  if (bytes.length > maxPictureBytes) return refused('too_large')
  const picture = parse(bytes)
  if ('fault' in picture) return picture
  const { width, height } = picture
  if (width === 0 || height === 0) return refused('damaged')
  return width > maxSide || height > maxSide ? refused('too_wide') : picture
}

const parse = (bytes: Buffer): Parsed => {
  if (isPng(bytes)) return readPng(bytes)
  if (isJpeg(bytes)) return readJpeg(bytes)
  if (isWebp(bytes)) return readWebp(bytes)
  return refused('type')
}
