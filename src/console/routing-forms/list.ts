import { h } from 'preact'
import { idOf } from '#contract/wire.ts'
import { errorsIn } from '#pages/errors.ts'
import { listAll, run } from '#pages/run-operation.ts'
import type { SignedInVisit } from '#pages/visit.ts'
import { createRoutingForm, listRoutingForms } from '#routing/index.ts'
import { counted } from '#ui/format.ts'
import type { ConsoleHandler, ConsolePage } from '../console-page.ts'
import { FormList } from './list-view.tsx'
import { textsFor, toastOf } from './texts.ts'

const listPage = async (visit: SignedInVisit, error?: string): Promise<ConsolePage> => {
  const texts = textsFor(visit)
  const forms = await listAll(visit, listRoutingForms, {})
  return {
    title: texts.title,
    status: error === undefined ? 200 : 400,
    screen: 'routing-forms',
    toast: toastOf(visit),
    content: h(FormList, {
      texts,
      token: visit.formToken,
      forms: forms.map((form) => ({
        id: idOf(form),
        name: form.name,
        status: form.status,
        questions: counted(visit.language, form.questions.length, texts.questionCount),
        address: `${visit.context.links.site}/forms/${idOf(form)}`,
      })),
      typed: error === undefined ? '' : (visit.form.get('name') ?? ''),
      error,
    }),
  }
}

export const showForms: ConsoleHandler = (visit) => listPage(visit)

export const createForm: ConsoleHandler = async (visit) => {
  try {
    const made = await run(visit, createRoutingForm, { name: visit.form.get('name') ?? '' })
    return { to: `/app/forms/${idOf(made)}?done=created` }
  } catch (error) {
    return listPage(visit, Object.values(errorsIn(visit.language, error))[0])
  }
}
