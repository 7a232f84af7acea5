import type { z } from 'zod'
import { idOf } from '#contract/wire.ts'
import { configureEventType, type createEventType } from '#event-types/index.ts'
import { run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { inLocale } from '../../../languages/console/by-locale.ts'
import { welcomeTexts } from '../../../languages/console/welcome.ts'

/** Puts the question that every new type has, in English as over the API, into the language of its host. */
export const translateQuestion = async (
  visit: SignedInVisit,
  made: z.output<typeof createEventType.output>,
): Promise<void> => {
  const { question } = inLocale(welcomeTexts, visit.language.locale)
  if (made.custom_questions.every(({ name }) => name === question)) return
  await run(visit, configureEventType, {
    uuid: idOf(made),
    custom_questions: made.custom_questions.map((one) => ({ ...one, name: question })),
  })
}
