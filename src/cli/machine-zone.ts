import { isZoneName } from '#platform/time/zones.ts'

/** The time zone of this machine, for people who did not say theirs. */
export const machineZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone !== undefined && isZoneName(timeZone) ? timeZone : 'UTC'
}
