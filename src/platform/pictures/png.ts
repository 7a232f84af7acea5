import { type Parsed, refused } from './parsed.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** What a picture needs to be shown. Texts, times, Exif, colour profiles and animations are left out. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** ISO/IEC 15948: a signature and chunks, each with a checksum. What follows the last chunk is cut off. */
export const readPng = (bytes: Buffer): Parsed => {
  const pieces: Buffer[] = [signature]
  let size: { width: number; height: number } | undefined
  let hasPixels = false
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) return refused('cut')
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return refused('cut')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return refused('damaged')
    if (size === undefined) {
      if (type !== 'IHDR' || length !== 13) return refused('damaged')
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    } else if (type === 'IHDR') return refused('damaged')
    if (type === 'IDAT') hasPixels = true
    if (kept.has(type)) pieces.push(bytes.subarray(at, end))
    // A capital first letter: without this chunk the picture cannot be shown.
    else if (/^[A-Z]/.test(type)) return refused('damaged')
    if (type === 'IEND')
      return hasPixels ? { mediaType: 'image/png', ...size, content: Buffer.concat(pieces) } : refused('damaged')
    at = end
  }
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

export const crc32 = (bytes: Uint8Array): number => {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
