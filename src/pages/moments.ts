/** `14 January 2026, 09:12 UTC`, from an instant as the API writes it. */
export const minuteOf = (timestamp: string): string => `${dayOf(timestamp)}, ${timestamp.slice(11, 16)} UTC`

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** `14 January 2026` */
export const dayOf = (timestamp: string): string =>
  `${Number(timestamp.slice(8, 10))} ${months[Number(timestamp.slice(5, 7)) - 1] ?? ''} ${timestamp.slice(0, 4)}`
