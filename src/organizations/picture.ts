import { createHash } from 'node:crypto'
import type { Picture } from '#platform/pictures/parsed.ts'

/** Whose picture: a member's, or with null the organization's own. */
export interface PictureOwner {
  readonly organizationId: string
  readonly membershipId: string | null
}

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/** With its owner in it, so that the same picture of two is two rows, and one can go without the other. */
export const pictureDigest = ({ organizationId, membershipId }: PictureOwner, { content }: Picture): string =>
  createHash('sha256')
    .update(`${organizationId} ${membershipId ?? ''} `)
    .update(content)
    .digest('hex')
    .slice(0, 32)

/** Its address on the booking site, which changes with its content. */
export const picturePath = (owner: PictureOwner, picture: Picture): string =>
  `/pictures/${pictureDigest(owner, picture)}.${extensions[picture.mediaType]}`
