import { zoneNameOf } from '#platform/time/zones.ts'

/** The time zone of this machine, for people who did not say theirs. */
export const machineZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return zoneNameOf(timeZone ?? '') ?? 'UTC'
}
