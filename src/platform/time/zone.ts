/** Whether this names a time zone: `Europe/Lisbon`, `US/Pacific`, `UTC`. */
export const isZoneName = (name: string): boolean => {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(name) || /^[+-]/.test(name)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
