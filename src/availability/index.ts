export { type Hours, hoursOn, type Range } from './hours.ts'
export { calendarDate, dateDay, hoursFrom, inOrder, Rule, Rules, workingHours, writeDay } from './rule.ts'
export { anyStarts, type HostTime, openStarts, type SlotRules, type Span, sharedStarts, whoIsFree } from './slots.ts'
