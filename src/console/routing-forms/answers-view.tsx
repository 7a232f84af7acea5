import { filled } from '#ui/format.ts'
import type { RoutingFormsTexts } from '../../../languages/console/routing-forms.ts'

interface FormAnswersProps {
  readonly texts: RoutingFormsTexts
  readonly form: { readonly id: string; readonly name: string }
  readonly answers: readonly {
    readonly id: string
    readonly when: string
    readonly lines: readonly { readonly question: string; readonly answer: string }[]
    readonly result: string
    readonly isBooked: boolean
  }[]
  /** The token of the next page. */
  readonly older: string | undefined
}

export const FormAnswers = ({ texts, form, answers, older }: FormAnswersProps) => {
  const path = `/app/forms/${form.id}`
  return (
    <>
      <a class="back" href={path}>
        ‹ {form.name}
      </a>
      <div class="head">
        <h1>{filled(texts.answers.title, { name: form.name })}</h1>
        {answers.length > 0 && (
          <a class="button second" href={`${path}/answers.csv`}>
            {texts.answers.csv}
          </a>
        )}
      </div>
      {answers.length === 0 ? (
        <p class="empty">{texts.answers.none}</p>
      ) : (
        <ul class="list">
          {answers.map(({ id, when, lines, result, isBooked }) => (
            <li key={id}>
              <div class="grow">
                <dl class="given">
                  {lines.map(({ question, answer }) => (
                    <div key={question}>
                      <dt>{question}</dt>
                      <dd>{answer}</dd>
                    </div>
                  ))}
                </dl>
                <span class="facts">
                  <span class="num">{when}</span>
                  <span>→ {result}</span>
                </span>
              </div>
              {isBooked && <span class="chip sent">{texts.answers.booked}</span>}
            </li>
          ))}
        </ul>
      )}
      {older !== undefined && (
        <p class="hint">
          <a href={`${path}/answers?${new URLSearchParams({ page: older })}`}>{texts.answers.older}</a>
        </p>
      )}
    </>
  )
}
