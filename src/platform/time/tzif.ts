/**
 * What a compiled zone file holds: changes in seconds since 1970, each with the offset from then on, and the rule that
 * continues them.
 */
export interface ZoneFile {
  readonly firstOffset: number
  readonly changes: readonly { readonly at: number; readonly offset: number }[]
  readonly rule: string
}

/**
 * Reads a TZif file of version 2 or later (RFC 9636), such as those below /usr/share/zoneinfo. Leap seconds are not
 * ours.
 */
export const readZoneFile = (bytes: Buffer): ZoneFile => {
  if (bytes.subarray(0, 4).toString('latin1') !== 'TZif' || bytes.readUInt8(4) < 0x32)
    throw new Error('This is not a zone file of version 2 or later.')
  const first = countsAt(bytes, 0)
  // The first block, with times of four bytes, is for old readers: skip it.
  const start =
    44 + first.changes * 5 + first.types * 6 + first.characters + first.leaps * 8 + first.standard + first.universal
  const { changes, types, characters, leaps, standard, universal } = countsAt(bytes, start)
  const times = start + 44
  const indexes = times + changes * 8
  const typeTable = indexes + changes
  const footer = typeTable + types * 6 + characters + leaps * 12 + standard + universal
  const offsetOf = (type: number): number => bytes.readInt32BE(typeTable + type * 6)
  return {
    firstOffset: offsetOf(0),
    changes: Array.from({ length: changes }, (_, index) => ({
      at: Number(bytes.readBigInt64BE(times + index * 8)),
      offset: offsetOf(bytes.readUInt8(indexes + index)),
    })),
    rule: bytes.subarray(footer + 1, bytes.indexOf(0x0a, footer + 1)).toString('latin1'),
  }
}

const countsAt = (bytes: Buffer, at: number) => {
  const [universal = 0, standard = 0, leaps = 0, changes = 0, types = 0, characters = 0] = [20, 24, 28, 32, 36, 40].map(
    (index) => bytes.readUInt32BE(at + index),
  )
  return { universal, standard, leaps, changes, types, characters }
}
