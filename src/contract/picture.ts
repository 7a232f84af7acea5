import { z } from 'zod'
import { maxPictureBytes, readPicture } from '#platform/pictures/picture.ts'
import { says } from './reasons.ts'
import type { Links } from './wire.ts'

/** A request with a picture is larger than others: base64 takes four characters for three bytes. */
export const maxPictureBodyBytes = Math.ceil(maxPictureBytes / 3) * 4 + 1024

/** A picture in a request, checked and without its metadata. */
export const pictureContent = z
  .string()
  .regex(/^[\w+/]*={0,2}$/, says('not_base64'))
  .transform((text, context) => {
    const picture = readPicture(Buffer.from(text, 'base64'))
    if (!('fault' in picture)) return picture
    context.addIssue({ code: 'custom', message: says(`picture_${picture.fault}`) })
    return z.NEVER
  })
  .meta({
    contentEncoding: 'base64',
    examples: ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='],
    description:
      'A PNG, JPEG, or WebP picture of up to 2 MB and 4096 by 4096 pixels, in base64. Metadata such as Exif is removed.',
  })

/** Where it is loaded from: one that was uploaded is stored by its path. */
export const pictureUrl = ({ site }: Pick<Links, 'site'>, stored: string | null): string | null =>
  stored?.startsWith('/') ? site + stored : stored
