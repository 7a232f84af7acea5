import { type Collection, collectionJson, quotedCollectionJson } from '#contract/collected.ts'
import { bytesOf, type Written } from '#platform/written.ts'

/** What a tool gives: JSON, as the API would answer it; or a collection, which is not written before it is known where it goes. */
export type Json = string | { readonly collection: Collection }

export type Pieces = readonly (string | Written)[]

export const piecesOf = (json: Json): Pieces => (typeof json === 'string' ? [json] : collectionJson(json.collection))

/** The same as a text within JSON. */
export const quotedPiecesOf = (json: Json): Pieces => (typeof json === 'string' ? [JSON.stringify(json)] : quotedCollectionJson(json.collection))

export const textOf = (json: Json): string => (typeof json === 'string' ? json : bytesOf(...piecesOf(json)).toString())
