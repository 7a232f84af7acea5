import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { missing } from '#contract/problem.ts'
import type { SignedInVisit } from '#pages/visit.ts'

/** Addresses of about 8 kB pass every proxy. */
export const mostInAddress = 6000

/** Half of what a form may send. */
export const mostInForm = 128 * 1024

/**
 * What was deleted travels in the address until it is taken back, or in the form that does: sealed, for the person who
 * deleted it. Empty when it is too much.
 */
export const sealForUndo = (
  { context, session }: SignedInVisit,
  what: string,
  deleted: object,
  most = mostInAddress,
): string => {
  const sealed = context.encryption
    .encrypt(deflateRawSync(JSON.stringify(deleted)).toString('base64'), `deleted ${what}`, session.userId)
    .toString('base64url')
  return sealed.length > most ? '' : sealed
}

/** What `sealForUndo` gave, in the field `of` of the form; what anybody else made looks nonexistent. */
export const unsealForUndo = <Deleted extends object>(
  { context, session, form }: SignedInVisit,
  what: string,
): Deleted => {
  try {
    const opened = context.encryption.decrypt(
      Buffer.from(form.get('of') ?? '', 'base64url'),
      `deleted ${what}`,
      session.userId,
    )
    return JSON.parse(inflateRawSync(Buffer.from(opened, 'base64')).toString()) as Deleted
  } catch {
    throw missing()
  }
}
