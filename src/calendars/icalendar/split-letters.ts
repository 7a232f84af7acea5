/** A letter, the fold inside it, and at once more bytes of it. In XML the carriage return may be a reference. */
const fold = /([\xc2-\xf4][\x80-\xbf]{0,2})(?:\r\n|\n|&#(?:13|xd);\n)[ \t](?=[\x80-\xbf])/gi

/** Longest beginning of such a fold. */
const holdBack = 12

/**
 * Lines are folded after so many bytes, and some programs fold inside a letter of several bytes (RFC 5545 §3.1 allows
 * it): such folds are taken out before the bytes become letters.
 */
export const joinSplitLetters = (bytes: Buffer): Buffer => {
  const text = bytes.toString('latin1')
  const joined = text.replace(fold, '$1')
  return joined.length === text.length ? bytes : Buffer.from(joined, 'latin1')
}

/** The same for bytes that come in pieces. */
export class LetterJoiner {
  #rest: Buffer = Buffer.alloc(0)

  push(bytes: Buffer): Buffer {
    const whole = joinSplitLetters(this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]))
    const at = whole.length - Math.min(holdBack, whole.length)
    const isSafe = whole.subarray(at).every((byte) => byte < 0x80)
    this.#rest = isSafe ? Buffer.alloc(0) : whole.subarray(at)
    return isSafe ? whole : whole.subarray(0, at)
  }

  end(): Buffer {
    return joinSplitLetters(this.#rest)
  }
}
