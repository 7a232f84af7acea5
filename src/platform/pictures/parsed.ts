/** A picture without anything that it can be shown without. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
  readonly content: Buffer
}

/** Why it is none. */
export interface RefusedPicture {
  readonly fault: string
}

export type Parsed = Picture | RefusedPicture

export const refused = (fault: string): RefusedPicture => ({ fault })
