/** `9`, `930`, `9:30`, `9.30pm`, `17h`, `17h30`: in minutes after midnight, at most 24:00. */
export const readClockTime = (text: string): number | undefined => {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{2})|h)? ?(?:([ap])\.?m?\.?)?$/i.exec(text.trim())
  if (!match) return undefined
  const [hours, minutes, half] = [Number(match[1]), Number(match[2] ?? 0), match[3]?.toLowerCase()]
  if (minutes > 59 || (half && (hours < 1 || hours > 12))) return undefined
  const total = (half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours) * 60 + minutes
  return total <= 1440 ? total : undefined
}

/** When hours end: 00:00 is midnight at the end of the day, as 24:00 is. */
export const readEndTime = (text: string): number | undefined => {
  const minutes = readClockTime(text)
  return minutes === 0 ? 1440 : minutes
}

/** `09:30` */
export const writeClockTime = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
