import { orientationIn, orientationSegment } from './orientation.ts'
import { type Parsed, refused } from './parsed.ts'

export const isJpeg = (bytes: Buffer): boolean =>
  bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Tables for quantization and Huffman codes, and the restart interval. */
const tables = new Set([0xdb, 0xc4, 0xdd])
/** Baseline, extended and progressive: what browsers show. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const [startOfScan, endOfImage, adobe, exif] = [0xda, 0xd9, 0xee, 0xe1]

/**
 * ITU-T T.81: segments, and scans of entropy-coded bytes. Every application segment and comment is left out, but for
 * Adobe's, which says how colours are coded, and the orientation, which is written anew. What follows the end of the
 * image is cut off.
 */
export const readJpeg = (bytes: Buffer): Parsed => {
  const pieces: Buffer[] = []
  let size: { width: number; height: number } | undefined
  let orientation = 1
  let hasScan = false
  for (let at = 2; ; ) {
    // Any marker may have fill bytes before it.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    if (at + 2 > bytes.length) return refused('cut')
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff) return refused('damaged')
    if (marker === endOfImage) {
      if (!size || !hasScan) return refused('damaged')
      const start = [Buffer.from([0xff, 0xd8]), ...(orientation === 1 ? [] : [orientationSegment(orientation)])]
      return {
        mediaType: 'image/jpeg',
        ...size,
        content: Buffer.concat([...start, ...pieces, Buffer.from([0xff, endOfImage])]),
      }
    }
    if (at + 4 > bytes.length) return refused('cut')
    const length = bytes.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return refused('cut')
    const segment = bytes.subarray(at + 4, end)
    if (frames.has(marker)) {
      if (size || segment.length < 6) return refused('damaged')
      size = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) }
    } else if (marker === startOfScan) {
      if (!size) return refused('damaged')
      hasScan = true
      end = endOfScan(bytes, end)
    } else if (marker === exif) orientation = orientationIn(segment) ?? orientation
    const isAdobe = marker === adobe && segment.length === 12 && segment.toString('latin1', 0, 5) === 'Adobe'
    const isKept = tables.has(marker) || frames.has(marker) || marker === startOfScan || isAdobe
    if (isKept) pieces.push(bytes.subarray(at, end))
    else if (!(marker >= 0xe0 && marker <= 0xef) && marker !== 0xfe) return refused('damaged')
    at = end
  }
}

/** In a scan, a byte of all ones is followed by zero or a restart marker; anything else is the next marker. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
