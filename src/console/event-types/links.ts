import { createSchedulingLink, createShare, deleteShare, updateShare } from '#event-types/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { ConsoleHandler } from '../console-page.ts'
import { editorPage, setupOf } from './editor.ts'
import { dayMinutes } from './share.ts'
import { newLink, type Terms } from './share-links.tsx'

const sentTerms = ({ form }: SignedInVisit): Terms => {
  const [name = '', duration = '', days = '', notice = ''] = ['name', 'duration', 'days', 'notice'].map((field) =>
    (form.get(field) ?? '').trim(),
  )
  return { name, duration, days, notice }
}

/** An empty field changes nothing. */
const changesFrom = ({ name, duration, days, notice }: Terms) => ({
  ...(name !== '' && { name }),
  ...(duration !== '' && { duration: Number(duration), duration_options: [Number(duration)] }),
  ...(days !== '' && { period_type: 'moving' as const, max_booking_time: Number(days) * dayMinutes }),
  ...(notice !== '' && { min_booking_time: Math.round(Number(notice) * 60) }),
})

/** The fields that show the errors of a parameter. */
const fieldOf: Readonly<Record<string, keyof Terms>> = {
  name: 'name',
  duration: 'duration',
  duration_options: 'duration',
  max_booking_time: 'days',
  min_booking_time: 'notice',
}

const errorsOfFields = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([parameter, text]) => [fieldOf[parameter.split(/\W/)[0] ?? ''] ?? 'base', text]),
  )

/** Shows the panel again. Errors are shown at the link that they are about. */
const acting =
  (act: (visit: SignedInVisit, link: string) => ReturnType<ConsoleHandler>): ConsoleHandler =>
  async (visit) => {
    const { link = newLink } = visit.params
    try {
      return await act(visit, link)
    } catch (error) {
      const errors = errorsOfFields(errorsIn(visit.language, error))
      return editorPage(visit, {}, { refused: { of: link, typed: sentTerms(visit), errors } })
    }
  }

const panelAfter = ({ params: { id = '' } }: SignedInVisit, done: string) => ({
  to: `/app/types/${encodeURIComponent(id)}?${new URLSearchParams({ share: '1', done, of: id })}`,
})

export const linkHandlers = {
  /** Without terms, the link is a secret that is shown once: in the answer, not at an address that it redirects to. */
  create: acting(async (visit) => {
    const { uri } = (await setupOf(visit)).event_type
    const changes = changesFrom(sentTerms(visit))
    if (Object.keys(changes).length === 0) {
      const link = { max_event_count: 1, owner: uri, owner_type: 'EventType' } as const
      return editorPage(visit, {}, { created: (await run(visit, createSchedulingLink, link)).booking_url })
    }
    await run(visit, createShare, { event_type: uri, ...changes })
    return panelAfter(visit, 'linkCreated')
  }),
  update: acting(async (visit, uuid) => {
    await run(visit, updateShare, { uuid, ...changesFrom(sentTerms(visit)) })
    return panelAfter(visit, 'linkUpdated')
  }),
  delete: acting(async (visit, uuid) => {
    await run(visit, deleteShare, { uuid })
    return panelAfter(visit, 'linkDeleted')
  }),
}
