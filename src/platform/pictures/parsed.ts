/** A picture without anything that it can be shown without. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
  readonly content: Buffer
}

export type PictureFault = 'cut' | 'damaged' | 'animated' | 'too_large' | 'too_wide' | 'type'

/** Why it is none. */
export interface RefusedPicture {
  readonly fault: PictureFault
}

export type Parsed = Picture | RefusedPicture

export const refused = (fault: PictureFault): RefusedPicture => ({ fault })
