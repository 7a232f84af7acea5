import { linkCodeHash } from '#event-types/index.ts'
import { day } from '#platform/time/durations.ts'
import type { CalcomLink } from '../../calcom/event-type.ts'
import { findOwnersOfTypes, findTakenLinks } from '../../store/event-types.ts'
import { findLocalIds } from '../../store/records.ts'
import { arrive, idsOf, put, type SaveContext } from '../step.ts'

/** They have no end there. */
const lifeDays = 3650

/**
 * Addresses under which a type can be booked once, `/d/{code}/{type}` there and here. Only a digest of the code is
 * kept.
 */
export const savePrivateLinks = async (saving: SaveContext, links: readonly CalcomLink[]): Promise<void> => {
  const { tx, organizationId, import: current } = saving
  const typeIds = await findLocalIds(
    tx,
    organizationId,
    'event_types',
    idsOf(links, ({ typeRef }) => typeRef),
  )
  const owners = await findOwnersOfTypes(tx, organizationId, [...typeIds.values()])
  const known = links.filter(({ typeRef }) => owners.has(typeIds.get(typeRef) ?? ''))
  const arrived = await arrive(saving, 'scheduling_links', known, ({ id }) => id)
  const changed = known
    .filter(({ id }) => arrived.get(id)?.isChanged)
    .map((link) => ({ ...link, id: arrived.get(link.id)?.id ?? '', codeHash: linkCodeHash(link.code.toLowerCase()) }))
  const taken = await findTakenLinks(tx, changed)
  const rows = changed
    .filter(({ id }) => !taken.has(id))
    .map(({ id, typeRef, codeHash, isSpent }) => ({
      id,
      event_type_id: typeIds.get(typeRef),
      created_by: owners.get(typeIds.get(typeRef) ?? ''),
      code_hash: `\\x${codeHash.toString('hex')}`,
      terms: null,
      created_at: current.createdAt,
      // Nobody has booked here with one that was used there: it has ended.
      expires_at: new Date(current.createdAt.getTime() + (isSpent ? 0 : lifeDays * day)),
    }))
  await put(saving, 'booking_links', rows)
}
