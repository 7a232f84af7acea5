import type { ApiResponse } from '#contract/answer.ts'
import { type Collection, collectionJson } from '#contract/collected.ts'
import type { Principal } from '#contract/principal.ts'
import { type AppContext, type Listing, perform, type RawInput } from '#execution/perform.ts'
import { type OnceAnswer, performOnce } from '#execution/perform-once.ts'
import type { Route } from '#execution/route-table.ts'
import { checkAnswer } from './check-answer.ts'

interface Asked {
  readonly principal: Principal
  readonly raw: RawInput
  /** The key under which the sender may send the same again, if they gave one, and what it is for. */
  readonly key: string | undefined
  readonly address: string
  /** Where a list is in the API, and the query of the request: links to other pages repeat it. */
  self(): { readonly path: string; readonly query: string }
}

/** Runs what stands at an address, and writes what goes out when all went well. */
export const answerOperation = async (
  { context, checkAnswers = false }: { readonly context: AppContext; readonly checkAnswers?: boolean },
  route: Route,
  { principal, raw, key, address, self }: Asked,
): Promise<OnceAnswer> => {
  const { operation, status } = route
  const render = (result: unknown): ApiResponse => {
    if (checkAnswers) checkAnswer(operation, { result })
    return answerOf(route, result)
  }
  if (key !== undefined && operation.kind === 'write')
    return performOnce(context, operation, principal, raw, { key, address, render })
  const performed = await perform(context, operation, principal, raw)
  if (operation.kind !== 'collection' && 'result' in performed)
    return { answer: render(performed.result), isReplay: false }
  if (checkAnswers) checkAnswer(operation, performed)
  const body =
    'result' in performed
      ? collectionJson(performed.result as Collection)
      : JSON.stringify(listEnvelope(performed.listing, context.links.api, self()))
  return { answer: { status, body, location: undefined }, isReplay: false }
}

const answerOf = ({ status, isBare = false }: Route, result: unknown): ApiResponse => {
  if (status === 204) return { status, body: '', location: undefined }
  const { uri } = result as { uri?: string }
  return {
    status,
    body: JSON.stringify(isBare ? result : { resource: result }),
    location: status === 201 ? uri : undefined,
  }
}

/** `{ "collection": […], "pagination": {…} }`, with links that repeat the request they follow. */
const listEnvelope = (
  { items, size, nextToken, previousToken, beside }: Listing,
  api: string,
  { path, query }: ReturnType<Asked['self']>,
): object => {
  const linkTo = (token: string | undefined): string | null => {
    if (token === undefined) return null
    const parameters = new URLSearchParams(query)
    parameters.set('count', String(size))
    parameters.set('page_token', token)
    return `${api}${path}?${parameters}`
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
