import { createEventType } from '#event-types/index.ts'
import type { TestApp } from './app.ts'
import { lastPart, type Made, type Person } from './cast.ts'

/** A one-on-one type of this person's. */
export const anEventType = async (
  app: TestApp,
  owner: Person,
  traits: Readonly<Record<string, unknown>> = {},
): Promise<Made> => {
  const { uri } = await app.run(createEventType, owner.principal, { owner: owner.uri, name: 'Intro call', ...traits })
  return { uri, id: lastPart(uri) }
}

/** The items of an answer that has no pages. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
export const itemsOf = ({ status, body }: { status: number; body: any }): any[] => {
  if (status !== 200 || Object.keys(body).join() !== 'collection') throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.collection
}
