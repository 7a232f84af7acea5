import { findMissingLink, type MissingConference, mendOwnLink } from '#conferences/index.ts'
import { Problem } from '#contract/problem.ts'
import { performOpen } from '#execution/perform.ts'
import { whyNoLink } from '#notifications/index.ts'
import { wallAt, writeDay, writeTime, writeZone } from '#platform/language/moments.ts'
import { filled } from '#ui/format.ts'
import { type FieldErrors, Form, FormButton, TextField } from '#ui/forms.tsx'
import { attemptsOn } from './attempts.ts'
import { errorsIn } from './errors.ts'
import { memberPage } from './member-page.tsx'
import type { PageHandler, PageTable, ShownPage, Visit } from './visit.ts'

const settled = (visit: Visit): ShownPage => {
  const { missingLink: texts } = visit.language.mails
  const children = <p>{texts.settled}</p>
  return memberPage(visit, { title: texts.settledTitle, status: 404, isCapability: true, children })
}

/** For the host who was told of a missing link, while it is missing. Attempts to guess are counted. */
const holding =
  (page: (visit: Visit, token: string, missing: MissingConference) => Promise<ShownPage>): PageHandler =>
  async (visit) => {
    const { context, now, params } = visit
    const token = params.code ?? ''
    await visit.count(...attemptsOn(visit, 'link', ''))
    const missing = await findMissingLink(context.database.reader, context.codes, token, now)
    return missing ? page(visit, token, missing) : settled(visit)
  }

/** As the host reads times. */
const momentIn = ({ language }: Visit, { startsAt, zone, notation }: MissingConference): string => {
  const wall = wallAt(startsAt, zone)
  return `${writeDay(language, wall)}, ${writeTime(language, wall, notation)}, ${writeZone(language, zone, startsAt)}`
}

const page = (visit: Visit, token: string, missing: MissingConference, errors: FieldErrors = {}): ShownPage => {
  const { mails } = visit.language
  const { missingLink: texts } = mails
  const values = { name: missing.meetingName, when: momentIn(visit, missing) }
  const action = `/meeting_links/${encodeURIComponent(token)}`
  return memberPage(visit, {
    title: filled(texts.subject, values),
    isCapability: true,
    errors,
    children: (
      <>
        <p>{filled(texts.intro, values)}</p>
        <p class="soft">
          {whyNoLink(mails, missing.fault)} {missing.state === 'failed' ? texts.failed : texts.trying}
        </p>
        <FormButton token={visit.formToken} action={`${action}/again`} button="full">
          {texts.again}
        </FormButton>
        <Form token={visit.formToken} action={action}>
          <TextField
            {...{ name: 'url', type: 'url', label: texts.label, placeholder: 'https://', maxLength: 2048 }}
            {...{ isExact: true, required: true, value: visit.form.get('url') ?? '', wrong: errors.url }}
          />
          <button type="submit" class="second">
            {texts.save}
          </button>
        </Form>
      </>
    ),
  })
}

const show = holding(async (visit, token, missing) => page(visit, token, missing))

const mend = (urlOf: (visit: Visit) => string | null, done: 'started' | 'saved'): PageHandler =>
  holding(async (visit, token, missing) => {
    const { missingLink: texts } = visit.language.mails
    try {
      await performOpen(visit.context, mendOwnLink, { token, url: urlOf(visit) })
    } catch (error) {
      // Something else came first: the link, or another click.
      if (error instanceof Problem && error.kind.status === 404) return settled(visit)
      return page(visit, token, missing, errorsIn(visit.language, error))
    }
    const title = missing.meetingName
    return memberPage(visit, { title, isCapability: true, children: <p role="status">{texts[done]}</p> })
  })

export const meetingLinkPages: PageTable = {
  'GET /meeting_links/:code': show,
  'POST /meeting_links/:code': mend(({ form }) => form.get('url')?.trim() ?? '', 'saved'),
  'POST /meeting_links/:code/again': mend(() => null, 'started'),
}
