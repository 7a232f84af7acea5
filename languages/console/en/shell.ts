import type { Plural } from '../../language.ts'

export const shell = {
  skip: 'Skip to the page',
  main: 'Main',
  yourPage: 'Your page',
  account: 'Account',
  more: 'More',
  searchOrDo: 'Search or do…',
  undo: 'Undo',
  saved: 'Saved',
  saving: 'Saving …',
  failed: 'This could not be sent. Try again.',
  signedOut: 'You are signed out. What you typed is kept here.',
  kept: 'This was typed before and is not saved yet.',
  copied: 'Copied',
  save: 'Save',
  close: 'Close',
  doGroup: 'Do',
  goGroup: 'Go to',
  nothingFound: 'Nothing fits.',
  choose: 'choose',
  act: 'do',
  keysTitle: 'Keys',
  singleKeys: 'Single keys',
  found: { one: '{count} found', other: '{count} found' } as Plural,
  screens: {
    'event-types': 'Event types',
    meetings: 'Meetings',
    availability: 'Availability',
    calendars: 'Calendars',
    'routing-forms': 'Routing forms',
    insights: 'Insights',
    organization: 'Organization',
    developers: 'Developers',
  },
}

export type ShellTexts = typeof shell
