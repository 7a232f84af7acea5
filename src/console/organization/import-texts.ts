import type { Visit } from '#pages/visit.ts'
import { counted, filled } from '#ui/format.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { type ImportsTexts, importsTexts } from '../../../languages/console/imports.ts'

export const importsTextsFor = ({ language }: Pick<Visit, 'language'>): ImportsTexts =>
  inLocale(importsTexts, language.locale)

type Sentence = keyof ImportsTexts['sentences']

/** How each sentence of an import begins, or is. What differs from one to the next has a name. */
const sentences: readonly (readonly [Sentence, RegExp])[] = [
  ['tokenRefused', /^is not accepted there/],
  ['tokenWeak', /^may not even read its own user/],
  ['tokenForm', /^must be a token|^(?:is missing|must be filled)$/],
  ['waits', /^wants us to wait (?<seconds>\d+) seconds/],
  ['noApi', /^is not the address of such an API/],
  ['unreadable', /^cannot be read\. (?<why>.*)/s],
  ['addressForm', /^must be the address of an API/],
  ['underWay', /^is being imported from already/],
  ['otherCalcom', /^is another one than (?<source>.*): an organization/],
  ['tokenEnded', /^The token is not accepted any more/],
  ['stopped', /^It was stopped\. What came until then stays/],
  ['oneUser', /^The token is of one user/],
  ['closedList', /^This list may not be read, so it stays out: (?<list>.*)\.$/],
  ['invitedOnly', /^Members of groups who are only invited/],
  ['severalGroups', /^Some are members of several groups/],
  ['scheduleOut', /^A schedule \("(?<name>.*)"\) has hours that cannot be read/],
  ['addressOut', /^A member has no valid address \((?<email>.*)\) and stays out/],
  ['noAccount', /^(?<email>\S+) stays out: no account could be made/],
  ['lockedOut', /^(?<email>\S+) is locked there, or never verified/],
  ['ownerThere', /^(?<email>\S+) is the owner there, and an admin here/],
  ['slugTaken', /^The page of (?<email>\S+) is at \/(?<slug>\S+) here: \/(?<taken>.*) is taken/],
  ['addressChanged', /^"(?<name>.*)" has another address: (?<now>\S+) here, (?<before>\S+) there/],
  ['draftForm', /^The form "(?<name>.*)" is a draft here/],
  ['overlapping', /^Some meetings overlap others/],
  ['erased', /^Meetings of people who were erased here/],
  ['meetingOut', /^The meeting (?<id>\S+) stays out, or as it was/],
  ['unreadRecord', /^A record of (?<path>\S+) \((?<id>.*)\) cannot be read and stays out: (?<what>.*)\.$/s],
  ['notSaved', /^A record \((?<id>.*)\) could not be saved/],
  ['otherSource', /^Some records came from another source/],
  ['belongsElsewhere', /^A record \((?<kind>.*)\) belongs to something else here/],
  ['deletedHere', /^Deleted here, and changed there: (?<kind>[\w ]+) "(?<name>.*)"\. It stays deleted/s],
  [
    'conflictKept',
    /^Changed here and there: (?<kind>[\w ]+) "(?<name>.*)", (?<field>[\w ]+)\. Here: (?<here>.*)\. There: (?<there>.*)\. What is here stays/s,
  ],
  [
    'conflictTaken',
    /^Changed here and there: (?<kind>[\w ]+) "(?<name>.*)", (?<field>[\w ]+)\. Here: (?<here>.*)\. There: (?<there>.*)\. What is there was/s,
  ],
  ['pageRefused', /^A page of a list \((?<list>.*)\) is refused each time/],
  ['canceledHere', /^Canceled here: (?<kind>[\w ]+) "(?<name>.*)", \S+ there\. It stays canceled/s],
  ['webhookAddress', /^A webhook stays out: its address is not/],
  ['webhookOut', /^A webhook to (?<host>.*) stays out: there is one/],
  ['otherPool', /^"(?<name>.*)" pools its hosts in another way/],
  ['questionsOut', /^The questions of "(?<name>.*)" could not be brought/],
  ['locationsOut', /^Some locations of "(?<name>.*)" are of kinds/],
  [
    'buffersGuessed',
    /^"(?<name>.*)" of (?<owner>.*) seems to have buffers of (?<before>\d+) minutes before and (?<after>\d+) after \((?<count>\d+) of its/,
  ],
  [
    'buffersSet',
    /^"(?<name>.*)" of (?<owner>.*) has buffers of (?<before>\d+) minutes before and (?<after>\d+) after \((?<count>\d+) of its/,
  ],
  ['severalOfBoth', /^"(?<name>.*)" takes several invitees and has several hosts/],
  ['manyQuestions', /^"(?<name>.*)" asks more questions/],
  ['confirmedThere', /^"(?<name>.*)": bookings are confirmed by a host there/],
  ['repeats', /^"(?<name>.*)": meetings repeat there/],
  ['longLimits', /^"(?<name>.*)": limits for a month or a year/],
  ['minuteLimits', /^"(?<name>.*)": limits of booked minutes/],
  ['paid', /^"(?<name>.*)": it is paid for there/],
  ['fixedHosts', /^"(?<name>.*)": some hosts are in every meeting there/],
  ['weights', /^"(?<name>.*)": hosts get shares by their weight there/],
  ['laterTimes', /^"(?<name>.*)": its times begin (?<minutes>\S+) minutes after its hours there/],
  ['privateLinks', /^"(?<name>.*)": it has private links/],
  ['accessEnded', /^Whoever started it is no admin here any more/],
  ['processEnded', /^The service ended three times/],
  ['oversized', /^It gives more than an import takes\. (?<why>.*) What came until then stays\./s],
  ['endlessList', /^A list \((?<list>.*)\) does not end, or gives/],
  ['tooMany', /^(?<path>\S+) has more than (?<count>\S+) records/],
  ['noEnd', /^(?<path>\S+) has no end after (?<count>\S+) pages/],
  ['largeAnswer', /^An answer of (?<path>\S+) is larger than (?<size>\S+) MB/],
  ['largeTogether', /^(?<path>\S+) and what belongs to it are larger than (?<size>\S+) MB/],
  ['triedAgain', /^It does not go on at the moment, and is tried again\. (?<why>.*)/s],
  ['triedForADay', /^It was tried for a day\. (?<why>.*) What came until then stays\./s],
  ['newerNeeded', /^It was asked again, and is not understood\. (?<why>.*) What came until then stays\./s],
  ['ownFault', /^Something went wrong here; the log/],
  ['failedHere', /^It was tried again, and went wrong here each time/],
  ['notUnderstood', /^(?<path>\S+) answers in a form that is not known \((?<what>.*)\)/s],
  ['tokenCannot', /^The token may not read this/],
  ['notThere', /^There is no such thing/],
  ['refusesUs', /^It refuses the request \((?<status>\d+)\)/],
  ['notSent', /^We do not send to this address/],
  ['unreachable', /^It cannot be reached \((?<code>.*)\)/],
  ['late', /^It does not answer in time|^Nothing answers at this address|^The database cannot be read/],
  ['otherForm', /^It answers with status|^Its answer is not whole/],
  ['noName', /^This address has a name that nobody knows/],
  ['waiting', /^Some bookings wait for a confirmation there/],
  ['webhooksOfTypes', /^Webhooks of single event types stay out/],
  ['more', /^There is more of this kind/],
  ['formRules', /^Rules of routing forms/],
  ['workflows', /^Texts and timing of workflows/],
  ['connections', /^Connections to calendars/],
  ['passwords', /^Passwords:/],
  ['singleUse', /^(?:Single-use links|Private links)/],
  ['signingKeys', /^(?:Signing keys|Secrets) of webhooks/],
  ['unknownLimits', /^How many invitees a group type takes/],
  ['travelZones', /^Travel zones/],
  ['teamPages', /^Pages of teams and organizations/],
]

export interface Remark {
  /** Undefined for a sentence that is shown as the import said it, in English. */
  readonly name: Sentence | undefined
  readonly words: string
}

/** A sentence of an import, which is English and speaks of commands, in words for a page. */
export const remarkOf = (texts: ImportsTexts, sentence: string): Remark => {
  for (const [name, pattern] of sentences) {
    const found = pattern.exec(sentence)
    if (found) return { name, words: filled(texts.sentences[name], inWords(texts, { ...found.groups })) }
  }
  return { name: undefined, words: sentence }
}

/** What a sentence holds of others: the name of a list, and why something cannot be read. */
const inWords = (texts: ImportsTexts, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { list, why, kind } = given
  const record = kind?.replaceAll(' ', '_') ?? ''
  const step = list?.replaceAll(' ', '_') ?? ''
  return {
    ...given,
    ...(step in recordOfStep ? { list: texts.records[recordOfStep[step as keyof typeof recordOfStep]] } : {}),
    ...(record in texts.records ? { kind: texts.records[record as keyof typeof texts.records] } : {}),
    ...(why === undefined ? {} : { why: remarkOf(texts, why).words }),
  }
}

/** What each step of an import brings. */
export const recordOfStep = {
  members: 'users',
  groups: 'groups',
  group_members: 'groups',
  schedules: 'user_availability_schedules',
  event_types: 'event_types',
  routing_forms: 'routing_forms',
  submissions: 'routing_form_submissions',
  counting: 'scheduled_events',
  meetings: 'scheduled_events',
  webhooks: 'webhook_subscriptions',
} as const

export const durationOf = (visit: Visit, seconds: number): string => {
  const texts = importsTextsFor(visit)
  return seconds < 90
    ? counted(visit.language, seconds, texts.seconds)
    : counted(visit.language, Math.ceil(seconds / 60), texts.minutes)
}
