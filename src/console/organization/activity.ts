import { h } from 'preact'
import { listActivityLogEntries } from '#activity/index.ts'
import { listSetAsideJobs } from '#execution/store/jobs.ts'
import { errorsIn } from '#pages/errors.ts'
import { listPage } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { activityTexts } from '../../../languages/console/activity.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { settings } from '../event-types/settings.tsx'
import { textsFor } from '../event-types/texts.ts'
import { momentOf } from '../meetings/member-time.ts'
import { searchTermFor } from './activity-search.ts'
import { Activity } from './activity-view.tsx'
import { entryText } from './entry-texts.ts'
import { administrationTextsFor } from './texts.ts'

const entriesAtOnce = 50

type Entry = Awaited<ReturnType<typeof load>>['items'][number]

const load = (visit: SignedInVisit, term: string) => {
  const page = visit.query.get('page')
  const first = {
    count: entriesAtOnce,
    ...(term === '' ? {} : { search_term: searchTermFor(inLocale(activityTexts, visit.language.locale), term) }),
  }
  return listPage(visit, listActivityLogEntries, page === null ? first : { page_token: page })
}

/** The activity log, with search and pages. */
export const showActivity: ConsoleHandler = async (visit) => {
  const texts = administrationTextsFor(visit)
  const names = inLocale(activityTexts, visit.language.locale)
  const term = visit.query.get('q') ?? ''
  let refusal: string | undefined
  const found = await load(visit, term).catch((error: unknown) => {
    refusal = Object.values(errorsIn(visit.language, error))[0]
    return { items: [], nextToken: undefined }
  })
  const setAside = await listSetAsideJobs(visit.context.database.reader, visit.session.organizationId)
  return {
    title: texts.activity.title,
    status: refusal === undefined ? 200 : 400,
    screen: 'organization',
    content: h(Activity, {
      texts,
      term,
      error: refusal,
      setAside: setAside.length,
      entries: found.items.map((entry) => ({
        id: entry.uri,
        when: momentOf(visit, entry.occurred_at),
        who: { User: entry.actor.display_name ?? '', system: texts.activity.system, invitee: texts.activity.invitee }[
          entry.actor.type
        ],
        what: entryText(names, entry.namespace, entry.action),
        about: aboutOf(visit, entry),
      })),
      older: found.nextToken,
      isFirst: !visit.query.has('page'),
    }),
  }
}

/** The settings of an event type that a change was about, as its form calls them. */
const settingsIn = (visit: SignedInVisit, { changed }: Entry['details']): string => {
  if (!Array.isArray(changed)) return ''
  const texts = textsFor(visit)
  const names = changed.map((name) => (name === 'description_plain' ? 'description' : name))
  const own = settings.filter(({ parameters }) => parameters.some((parameter) => names.includes(parameter)))
  return own.map(({ label }) => label(texts)).join(', ')
}

const aboutOf = (visit: SignedInVisit, { details }: Entry): string => {
  const { start_time: start } = details
  const texts = ['name', 'email', 'new_email', 'callback_url', 'role', 'reason'].map((field) => details[field])
  return [...texts, typeof start === 'string' ? momentOf(visit, start) : undefined, settingsIn(visit, details)]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' · ')
}
