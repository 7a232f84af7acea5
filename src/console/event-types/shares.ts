import { createShare, deleteShare, updateShare } from '#event-types/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { editorPage, setupOf } from './editor.ts'
import { dayMinutes } from './shares-of-type.ts'

/** What was filled in. An empty field stays as it is. */
const termsIn = ({ form }: SignedInVisit) => {
  const number = (name: string): number | undefined => {
    const text = (form.get(name) ?? '').trim()
    return text === '' ? undefined : Number(text)
  }
  const [name, duration, days, notice] = [
    (form.get('name') ?? '').trim(),
    number('duration'),
    number('days'),
    number('notice'),
  ]
  return {
    ...(name === '' ? {} : { name }),
    ...(duration === undefined ? {} : { duration, duration_options: [duration] }),
    ...(days === undefined ? {} : { period_type: 'moving' as const, max_booking_time: days * dayMinutes }),
    ...(notice === undefined ? {} : { min_booking_time: Math.round(notice * 60) }),
  }
}

/** Comes back to the panel; what is refused is shown there, at the link that it is about. */
const acting =
  (
    done: 'created' | 'updated' | 'deleted',
    act: (visit: SignedInVisit, share: string) => Promise<unknown>,
  ): ConsoleHandler =>
  async (visit) => {
    const { id = '', share = 'new' } = visit.params
    try {
      await act(visit, share)
      return {
        to: `/app/types/${encodeURIComponent(id)}?${new URLSearchParams({ share: '1', done: `share-${done}` })}`,
      }
    } catch (error) {
      return editorPage(
        visit,
        {},
        { errors: { [`share-${share}`]: Object.values(errorsIn(visit.language, error))[0] ?? '' } },
      )
    }
  }

export const shareHandlers = {
  create: acting('created', async (visit) =>
    run(visit, createShare, { event_type: (await setupOf(visit)).event_type.uri, ...termsIn(visit) }),
  ),
  update: acting('updated', (visit, uuid) => run(visit, updateShare, { uuid, ...termsIn(visit) })),
  delete: acting('deleted', (visit, uuid) => run(visit, deleteShare, { uuid })),
}
