const day = (wday: string, ...intervals: object[]): object => ({ type: 'wday', wday, intervals })
const office = { from: '09:00', to: '17:00' }

/** What everyone has who has not said otherwise, as the API shows it. */
export const workingWeek: readonly object[] = [
  day('sunday'),
  day('monday', office),
  day('tuesday', office),
  day('wednesday', office),
  day('thursday', office),
  day('friday', office),
  day('saturday'),
]
