import type { EventType } from './event-type.ts'

/** Types with one host can be given to members as copies: a shared one has its members already. */
export const canBeTemplate = ({ type, pooling }: Pick<EventType, 'type' | 'pooling'>): boolean =>
  type === 'StandardEventType' && pooling === null
