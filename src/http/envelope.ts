import type { Listing } from '#execution/perform.ts'

/** `{ "collection": […], "pagination": {…} }`, with links that repeat the request they follow. */
export const listEnvelope = ({ items, size, nextToken, previousToken, beside }: Listing, address: string, query: string): object => {
  const linkTo = (token: string | undefined): string | null => {
    if (token === undefined) return null
    const parameters = new URLSearchParams(query)
    parameters.set('count', String(size))
    parameters.set('page_token', token)
    return `${address}?${parameters}`
  }
  return {
    collection: items,
    pagination: {
      count: items.length,
      next_page: linkTo(nextToken),
      previous_page: linkTo(previousToken),
      next_page_token: nextToken ?? null,
      previous_page_token: previousToken ?? null,
    },
    ...beside,
  }
}
