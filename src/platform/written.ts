/** A long text that writes itself into the buffer that is sent. As a string it would be copied several times on the way. */
export interface Written {
  readonly byteLength: number
  writeTo(bytes: Buffer, at: number): void
}

type Pieces = readonly (string | Written)[]

/** All pieces one after the other, in UTF-8. */
export const bytesOf = (...pieces: Pieces): Buffer => {
  const sizes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength))
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  for (const [place, piece] of pieces.entries()) {
    const size = sizes[place] as number
    if (typeof piece !== 'string') piece.writeTo(bytes, at)
    // As UTF-8, Node looks at each letter; where every letter is one byte, latin1 gives the same and is a plain copy.
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
