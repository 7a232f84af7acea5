import { crc32 } from '#platform/pictures/png.ts'

// Twelve by eight pixels each, as Chromium writes them, without metadata.

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAICAYAAADN5B7xAAAAK0lEQVR4AeyQsQ0AAAjCDLM3eoFHeLqrg/0AEpYSliq75mtABByxD6jmDAsAAP//AmLhrAAAAAZJREFUAwDt+QgVjWbUNwAAAABJRU5ErkJggg==',
  'base64',
)
export const jpeg = Buffer.from(
  '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAwDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAIG/8QAGhABAAEFAAAAAAAAAAAAAAAAAAEDBTWCsv/EABUBAQEAAAAAAAAAAAAAAAAAAAED/8QAFxEBAAMAAAAAAAAAAAAAAAAAAAEDMv/aAAwDAQACEQMRAD8AmzZOjtzLUAZSqy//2Q==',
  'base64',
)
export const webp = Buffer.from(
  'UklGRjYAAABXRUJQVlA4ICoAAACwAQCdASoMAAgABABoJagCdAD0h/pcAP7L/082Jf88CB3ufSdx0EJUgAA=',
  'base64',
)
export const transparentWebp = Buffer.from(
  'UklGRl4AAABXRUJQVlA4WAoAAAAQAAAACwAABwAAQUxQSBIAAAABDzCAERFCIJBktj/ZChH9jxxWUDggJgAAAHABAJ0BKgwACAAEAGglqAJ0AUAAAP7wCT/+kKpHl2sM7unSbAAA',
  'base64',
)
export const losslessWebp = Buffer.from('UklGRiYAAABXRUJQVlA4TBoAAAAvC8ABEA8wbMMwXgMY8BAIJJntT7ZCRP8jAw==', 'base64')

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const piece = Buffer.alloc(8 + named.length)
  piece.writeUInt32BE(data.length)
  named.copy(piece, 4)
  piece.writeUInt32BE(crc32(named), 4 + named.length)
  return piece
}

const headEnd = 33

/** With a chunk of this type after its head. */
export const pngWith = (type: string, data: string): Buffer =>
  Buffer.concat([png.subarray(0, headEnd), chunk(type, Buffer.from(data)), png.subarray(headEnd)])

/** One that says it is this large. */
export const pngOfSize = (width: number, height: number): Buffer => {
  const head = Buffer.from(png.subarray(16, 29))
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', head), png.subarray(headEnd)])
}

export const jpegOfSize = (width: number, height: number): Buffer => {
  const picture = Buffer.from(jpeg)
  const frame = picture.indexOf(Buffer.from([0xff, 0xc0]))
  picture.writeUInt16BE(height, frame + 5)
  picture.writeUInt16BE(width, frame + 7)
  return picture
}

/** With a segment before all others. */
export const jpegWith = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** Exif as a telephone writes it: which way is up, and, in a directory of its own, where it was taken. */
export const exif = (orientation: number): Buffer => {
  const tiff = Buffer.alloc(70)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  for (const [index, [tag, type, value]] of [
    [0x0112, 3, orientation],
    [0x8825, 4, 38],
  ].entries()) {
    const at = 10 + 12 * index
    tiff.writeUInt16LE(tag as number, at)
    tiff.writeUInt16LE(type as number, at + 2)
    tiff.writeUInt32LE(1, at + 4)
    tiff.writeUInt32LE(value as number, at + 8)
  }
  tiff.write('GPS 38.7223 N 9.1393 W', 40, 'latin1')
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

/** With one more chunk at its end. */
export const webpWith = (picture: Buffer, type: string, data: string): Buffer => {
  const content = Buffer.from(data.length % 2 === 0 ? data : `${data} `)
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  const whole = Buffer.concat([picture, head, content])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
