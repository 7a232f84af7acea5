const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const tab = 0x09
const equals = 0x3d
const dot = 0x2e
const dash = 0x2d
const hex = Buffer.from('0123456789ABCDEF')
/** Of a line, without the `=` that continues it on the next. */
const maxColumns = 75

/**
 * Text as ASCII in short lines (RFC 2045, 6.7). No line begins with a dot, so nothing need be doubled on the way to a
 * mail server, nor with a dash, so none can be taken for the boundary of a part.
 */
export const quotedPrintable = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  // At worst every byte takes three, and every 75 of these a break of three.
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / (maxColumns - 2)) * 3 + 2)
  let at = 0
  let columns = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number
    const next = bytes[index + 1]
    if (byte === carriageReturn && next === newline) continue
    if (byte === newline) {
      out[at++] = carriageReturn
      out[at++] = newline
      columns = 0
      continue
    }
    const isAtEnd = next === undefined || next === newline || next === carriageReturn
    const isPlain =
      byte > space && byte < 0x7f
        ? byte !== equals && !(columns === 0 && (byte === dot || byte === dash))
        : (byte === space || byte === tab) && !isAtEnd
    if (columns + (isPlain ? 1 : 3) > maxColumns) {
      out[at++] = equals
      out[at++] = carriageReturn
      out[at++] = newline
      columns = 0
    }
    // What comes first on a line may look different from what it was in the middle.
    if (isPlain && !(columns === 0 && (byte === dot || byte === dash))) {
      out[at++] = byte
      columns += 1
    } else {
      out[at++] = equals
      out[at++] = hex[byte >> 4] as number
      out[at++] = hex[byte & 15] as number
      columns += 3
    }
  }
  return out.subarray(0, at)
}
