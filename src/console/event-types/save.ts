import { configureEventType, useAvailabilitySchedule } from '#event-types/index.ts'
import { run } from '#pages/run-operation.ts'
import { savingFields, sentFields } from '../saving.ts'
import { editorPage, setupOf, summaryTexts } from './editor.ts'
import { merged, settings } from './settings.tsx'
import { textsFor } from './texts.ts'

/** All settings that were sent, in one change. */
export const saveType = savingFields(
  async (visit) => {
    const uuid = visit.params.id ?? ''
    const setup = await setupOf(visit)
    const sent = sentFields(visit)
    const { schedule, ...changes } = merged(
      settings
        .filter(({ name }) => sent.includes(name))
        .map((setting) => setting.write(visit.form, setup.event_type, textsFor(visit))),
    )
    if (Object.keys(changes).length > 0) await run(visit, configureEventType, { uuid, ...changes })
    if (schedule !== undefined)
      await run(visit, useAvailabilitySchedule, { event_type: setup.event_type.uri, schedule })
    return summaryTexts(visit, await setupOf(visit))
  },
  (visit, errors) => editorPage(visit, errors),
  (visit) => `/app/types/${visit.params.id}`,
)
