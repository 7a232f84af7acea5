const head = Buffer.from('Exif\0\0', 'latin1')
const orientationTag = 0x0112

/** How a picture must be turned to stand upright, as its Exif says: the one thing of it that is kept. 1 is upright. */
export const orientationIn = (segment: Buffer): number | undefined => {
  if (!segment.subarray(0, 6).equals(head) || segment.length < 14) return undefined
  const tiff = segment.subarray(6)
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < Math.min(short(directory), 200); entry += 1) {
    const at = directory + 2 + 12 * entry
    if (short(at) !== orientationTag) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

/** An Exif segment with the orientation and nothing else. */
export const orientationSegment = (orientation: number): Buffer => {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const marker = Buffer.from([0xff, 0xe1, 0, 2 + head.length + tiff.length])
  return Buffer.concat([marker, head, tiff])
}
