import { h } from 'preact'
import { uriOf } from '#contract/wire.ts'
import { conferenceKinds, getConferenceLinks, setConferenceLink } from '#event-types/index.ts'
import { errorIn, FormError } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { eventTypesTexts } from '../../../languages/console/event-types.ts'
import { shellTexts } from '../../../languages/console/shell.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { savingFields, sentFields } from '../saving.ts'
import { ConferencesPage } from './conferences-view.tsx'
import { textsFor } from './texts.ts'

const path = '/app/calendars/conferences'

const conferencesPage = async (visit: SignedInVisit, errors: FieldErrors = {}): Promise<ConsolePage> => {
  const { language, form, formToken: token } = visit
  const texts = textsFor(visit)
  const links = new Map((await run(visit, getConferenceLinks, {})).map(({ kind, url }) => [kind, url]))
  const { locations } = inLocale(eventTypesTexts, language.locale)
  const { save, saved } = inLocale(shellTexts, language.locale)
  const fields = conferenceKinds.map((kind) => ({
    ...{ name: kind, label: locations[kind], value: form.get(kind) ?? links.get(kind) ?? '', wrong: errors[kind] },
  }))
  return {
    title: texts.conferences.title,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    screen: 'calendars',
    content: h(ConferencesPage, { texts, token, action: path, fields, saveText: save, savedText: saved }),
  }
}

export const showConferences: ConsoleHandler = (visit) => conferencesPage(visit)

/** An empty address removes the one there was. */
export const saveConferences: ConsoleHandler = savingFields(
  async (visit) => {
    const user = uriOf(visit.context.links, 'users', visit.session.userId)
    for (const kind of conferenceKinds.filter((one) => sentFields(visit).includes(one))) {
      await run(visit, setConferenceLink, { user, kind, url: visit.form.get(kind)?.trim() || null }).catch(
        (error: unknown) => {
          throw new FormError({ [kind]: errorIn(visit.language, error) })
        },
      )
    }
    return undefined
  },
  conferencesPage,
  () => path,
)
