import { type Parsed, refused } from './parsed.ts'

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * RFC 9649: chunks in a RIFF container. The picture and its transparency are kept; Exif, XMP, colour profiles and all
 * else are left out.
 */
export const readWebp = (bytes: Buffer): Parsed => {
  if (bytes.length < 20) return refused('cut')
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return refused('cut')
  const chunks = new Map<string, Buffer>()
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return refused('cut')
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > end) return refused('cut')
    if (type === 'ANIM' || type === 'ANMF') return refused('animated')
    if (chunks.has(type)) return refused('damaged')
    chunks.set(type, bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  const [lossy, lossless, alpha, canvas] = ['VP8 ', 'VP8L', 'ALPH', 'VP8X'].map((type) => chunks.get(type))
  const size = lossy ? lossySize(lossy) : lossless ? losslessSize(lossless) : undefined
  if (!size || (lossy && lossless)) return refused('damaged')
  if (canvas && !isOfSize(canvas, size)) return refused('damaged')
  if (lossless) return webpOf(size, [['VP8L', lossless]])
  if (!lossy || !alpha) return webpOf(size, lossy ? [['VP8 ', lossy]] : [])
  return webpOf(size, [
    ['VP8X', canvasOf(size)],
    ['ALPH', alpha],
    ['VP8 ', lossy],
  ])
}

/** RFC 6386 §9.1: a key frame begins with three bytes, a start code, and the size. */
const lossySize = (frame: Buffer): Size | undefined =>
  frame.length > 10 && ((frame[0] as number) & 1) === 0 && frame.readUIntBE(3, 3) === 0x9d012a
    ? { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff }
    : undefined

const losslessSize = (data: Buffer): Size | undefined => {
  if (data.length <= 5 || data[0] !== 0x2f) return undefined
  const bits = data.readUInt32LE(1)
  // The last three bits are the version, of which there is one.
  return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined
}

const isOfSize = (canvas: Buffer, { width, height }: Size): boolean =>
  canvas.length === 10 && canvas.readUIntLE(4, 3) + 1 === width && canvas.readUIntLE(7, 3) + 1 === height

const hasAlpha = 0x10

const canvasOf = ({ width, height }: Size): Buffer => {
  const canvas = Buffer.alloc(10)
  canvas[0] = hasAlpha
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  return canvas
}

const webpOf = (size: Size, chunks: readonly (readonly [type: string, data: Buffer])[]): Parsed => {
  const pieces = chunks.flatMap(([type, data]) => [
    Buffer.from(type, 'latin1'),
    inFourBytes(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ])
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...pieces])
  return {
    mediaType: 'image/webp',
    ...size,
    content: Buffer.concat([Buffer.from('RIFF', 'latin1'), inFourBytes(body.length), body]),
  }
}

const inFourBytes = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(length)
  return bytes
}
