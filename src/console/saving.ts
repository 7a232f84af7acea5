import { errorsIn } from '#pages/errors.ts'
import type { PageAnswer, SignedInVisit } from '#pages/visit.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { ConsoleHandler, ConsolePage } from './console-page.ts'

/**
 * The names of the fields that a form sends: one when a script saves a field, all when the form is sent without one.
 */
export const sentFields = ({ form }: Pick<SignedInVisit, 'form'>): readonly string[] => form.getAll('fields')

/**
 * Takes a form whose fields are saved one by one. What the operation refuses is shown beside its field: by the script,
 * or on `page`, which still holds what was typed. `save` may give new texts for elements of the page, by their id.
 */
export const savingFields =
  (
    save: (visit: SignedInVisit) => Promise<Readonly<Record<string, string>> | undefined>,
    page: (visit: SignedInVisit, errors: FieldErrors) => Promise<PageAnswer<ConsolePage>>,
    back: (visit: SignedInVisit) => string,
  ): ConsoleHandler =>
  async (visit) => {
    try {
      const texts = await save(visit)
      return visit.wantsJson ? { json: { texts: texts ?? {} } } : { to: back(visit) }
    } catch (error) {
      const errors = errorsIn(visit.language, error)
      return visit.wantsJson ? { status: 400, json: { errors } } : page(visit, errors)
    }
  }
