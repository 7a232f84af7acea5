import type { ActivityTexts } from '../../../languages/console/activity.ts'

const ofTypes = /^(?<kind>One-on-One|Group|Collective|Round_Robin|One-off)_(?<done>Created|Modified|Deleted)$/

/**
 * `User_Management`, `Invitation_Sent` of the API in the words of a language. A name that it does not have is shown as
 * it is.
 */
export const entryText = ({ namespaces, kinds, actions }: ActivityTexts, namespace: string, action: string): string => {
  const { kind, done } = (namespace === 'Event_Type' ? ofTypes.exec(action)?.groups : undefined) ?? {}
  const what = actions[(done ?? action) as keyof typeof actions] ?? action.replaceAll('_', ' ')
  const of = kind === undefined ? '' : ` (${kinds[kind as keyof typeof kinds]})`
  return `${namespaces[namespace as keyof typeof namespaces] ?? namespace.replaceAll('_', ' ')}: ${what}${of}`
}
