import { createHmac } from 'node:crypto'

/** What a code is made of: enough to make it again. */
export type Recipe = readonly [form: 'long' | 'short', ...parts: string[]]

export type OnCode = (code: string, recipe: Recipe) => void

/**
 * Codes for links that are sent later by somebody else: made from the instance's key and what the link is for, so that
 * a worker can write the link and the database need only hold a digest.
 */
export class Codes {
  readonly #key: Buffer
  readonly #onCode: OnCode

  constructor(key: Buffer, onCode: OnCode = () => {}) {
    this.#key = key
    this.#onCode = onCode
  }

  /** 43 characters, 256 bits. */
  of(...parts: readonly string[]): string {
    return this.make(['long', ...parts])
  }

  /** For addresses that people may type: 26 small letters and digits, 130 bits. */
  shortOf(...parts: readonly string[]): string {
    return this.make(['short', ...parts])
  }

  make(recipe: Recipe): string {
    const [form, ...parts] = recipe
    const code =
      form === 'long'
        ? this.#digest(parts).toString('base64url')
        : base32(this.#digest([form, ...parts])).slice(0, shortLength)
    this.#onCode(code, recipe)
    return code
  }

  /** The same codes, and word of each that is made. */
  watched(onCode: OnCode): Codes {
    return new Codes(this.#key, onCode)
  }

  #digest(parts: readonly string[]): Buffer {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest()
  }
}

const shortLength = 26

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 §6, in small letters. */
export const base32 = (bytes: Buffer): string => {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >> bits) & 31]
    }
  }
  return text
}
