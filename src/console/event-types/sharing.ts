import { createOneOffEventType, createSchedulingLink } from '#event-types/index.ts'
import { errorsIn } from '#pages/errors.ts'
import { run } from '#pages/run-operation.ts'
import type { ConsoleHandler } from '../console-page.ts'
import { editorPage, setupOf } from './editor.ts'
import { numberOr } from './settings.tsx'

/** The link is a secret that is shown once: in the answer to the form, not at an address that it redirects to. */
export const makeSingleUseLink: ConsoleHandler = async (visit) => {
  const { event_type: type } = await setupOf(visit)
  try {
    const { booking_url: url } = await run(visit, createSchedulingLink, {
      max_event_count: 1,
      owner: type.uri,
      owner_type: 'EventType',
    })
    return editorPage(visit, {}, { made: { kind: 'single', url } })
  } catch (error) {
    return editorPage(visit, {}, { errors: { single: Object.values(errorsIn(visit.language, error))[0] ?? '' } })
  }
}

/** Like the type, with a length and days of its own. */
export const makeOneOff: ConsoleHandler = async (visit) => {
  const { event_type: type } = await setupOf(visit)
  const { form } = visit
  try {
    const { scheduling_url: url } = await run(visit, createOneOffEventType, {
      ...{ name: type.name, host: type.profile.owner, duration: numberOr(form.get('duration')) },
      date_setting: { type: 'days_in_future', days: numberOr(form.get('days')), only_weekdays: false },
      location: type.locations?.[0] ?? null,
    })
    return editorPage(visit, {}, { made: { kind: 'one-off', url } })
  } catch (error) {
    const { duration, 'date_setting.days': days, ...others } = errorsIn(visit.language, error)
    const [other] = Object.values(others)
    const errors = {
      ...(duration && { 'one-off-duration': duration }),
      ...(days && { 'one-off-days': days }),
      ...(other && { oneOff: other }),
    }
    return editorPage(visit, {}, { errors })
  }
}
