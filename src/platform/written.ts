/** A text that is written where it goes: made first and put there afterwards, a long one would be copied several times. */
export interface Written {
  readonly byteLength: number
  writeTo(bytes: Buffer, at: number): void
}

type Pieces = readonly (string | Written)[]

/** Them all, one after the other, in UTF-8. */
export const bytesOf = (...pieces: Pieces): Buffer => {
  const sizes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength))
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  for (const [place, piece] of pieces.entries()) {
    const size = sizes[place] as number
    if (typeof piece !== 'string') piece.writeTo(bytes, at)
    // A text is written letter by letter, unless every letter is one byte: then it is only copied.
    else bytes.write(piece, at, size === piece.length ? 'latin1' : 'utf8')
    at += size
  }
  return bytes
}

const long = 8192

/** For a socket: what is short is quicker sent as a text, beside the headers. */
export const textOrBytes = (pieces: Pieces): string | Buffer => (isShort(pieces) ? pieces.join('') : bytesOf(...pieces))

const isShort = (pieces: Pieces): pieces is readonly string[] => {
  let length = 0
  for (const piece of pieces) {
    if (typeof piece !== 'string') return false
    length += piece.length
  }
  return length < long
}
