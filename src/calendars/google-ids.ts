import { createHash } from 'node:crypto'

/** An event of ours has the digits of its UID as its id, so that it can be written once. */
export const eventIdOf = (uid: string): string => {
  const id = uid.replace(/@.*/, '')
  // One that came by an import may have been made by Google, with such an id; others get one.
  return /^[a-v0-9]{5,1024}$/.test(id) ? id : createHash('sha256').update(uid).digest('hex').slice(0, 32)
}

export const uidOfEvent = ({ id, iCalUID }: { readonly id: string; readonly iCalUID?: string | undefined }): string =>
  /^[0-9a-f]{32}$/.test(id) ? `${id}@openslot` : (iCalUID ?? id)

/** What `uidOfEvent` gives for an entry that we wrote: Google makes the UID of an event from its id. */
export const uidAtGoogle = (uid: string): string => {
  const id = eventIdOf(uid)
  return uidOfEvent({ id, iCalUID: `${id}@google.com` })
}
