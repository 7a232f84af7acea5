import { filled } from '#ui/format.ts'
import { Form, FormButton } from '#ui/forms.tsx'
import { CopyIcon, DotsIcon } from '#ui/icons.tsx'
import type { EditedQuestion, EditorProps } from './edited-form.ts'
import { Questions } from './questions.tsx'
import { Refusal, refusedAt, Wrong } from './refusal.tsx'
import { Rules } from './rules.tsx'

/** A routing form: its questions, its rules, and a test. */
export const FormEditor = (props: EditorProps) => {
  const { texts, form } = props
  return (
    <>
      <a class="back" href="/app/forms">
        ‹ {texts.back}
      </a>
      <EditorHead {...props} />
      <Refusal {...props} part="status" />
      <Form token={props.token} action={`/app/forms/${form.id}/name`} class="new-form" swaps>
        <div class="field">
          <label for="name">{texts.name}</label>
          <input id="name" name="name" type="text" value={form.name} maxLength={255} autocomplete="off" required />
          <Refusal {...props} part="name" />
        </div>
        <button type="submit" class="second">
          {texts.save}
        </button>
      </Form>
      <Questions {...props} />
      <Rules {...props} />
      <TryOut {...props} />
    </>
  )
}

const EditorHead = ({ texts, token, form }: EditorProps) => {
  const path = `/app/forms/${form.id}`
  const isPublished = form.status === 'published'
  return (
    <div class="head">
      <h1>{form.name}</h1>
      <span class={isPublished ? 'chip sent' : 'chip'}>{texts.statuses[form.status]}</span>
      {isPublished ? (
        <button type="button" data-copy={form.address}>
          <CopyIcon />
          <span>{texts.copyLink}</span>
        </button>
      ) : (
        <FormButton token={token} action={`${path}/status`} fields={{ status: 'published' }}>
          {texts.publish}
        </FormButton>
      )}
      <details class="menu">
        <summary class="icon-only" aria-label={filled(texts.moreFor, { name: form.name })}>
          <DotsIcon />
        </summary>
        <ul>
          <li>
            <a href={`${path}/answers`}>{texts.submissions}</a>
          </li>
          {isPublished && (
            <>
              <li>
                <a href={form.address}>{texts.open}</a>
              </li>
              <li>
                <FormButton token={token} action={`${path}/status`} fields={{ status: 'draft' }}>
                  {texts.unpublish}
                </FormButton>
              </li>
            </>
          )}
          <li>
            <FormButton token={token} action={`${path}/delete`} button="bad">
              {texts.remove}
            </FormButton>
          </li>
        </ul>
      </details>
    </div>
  )
}

const TryOut = ({ texts, token, form, refused, answers, outcome }: EditorProps) => (
  <section class="part" id="try">
    <h2>{texts.tryOut.title}</h2>
    <p class="soft">{texts.tryOut.hint}</p>
    <Refusal refused={refused} part="try" />
    {outcome !== undefined && (
      <p class="note" role="status">
        {outcome}
      </p>
    )}
    <Form token={token} action={`/app/forms/${form.id}/try`} class="narrow-form" swaps>
      {form.questions.map((question) => (
        <TriedQuestion
          key={question.uuid}
          question={question}
          answer={answers[question.uuid]}
          wrong={refusedAt(refused, 'try', `answers.${question.uuid}`)}
        />
      ))}
      <button type="submit" class="second">
        {texts.tryOut.see}
      </button>
    </Form>
  </section>
)

interface TriedQuestionProps {
  readonly question: EditedQuestion
  readonly answer: string | undefined
  readonly wrong: string | undefined
}

const TriedQuestion = ({ question: { uuid, name, answer_choices }, answer, wrong }: TriedQuestionProps) => {
  const field = {
    id: `try-${uuid}`,
    name: uuid,
    'aria-describedby': `try-${uuid}-wrong`,
    'aria-invalid': wrong !== undefined || undefined,
    'data-stays': '',
  }
  return (
    <div class="field">
      <label for={`try-${uuid}`}>{name}</label>
      {answer_choices.length === 0 ? (
        <input {...field} type="text" value={answer ?? ''} autocomplete="off" />
      ) : (
        <select {...field}>
          <option value="" />
          {answer_choices.map((choice) => (
            <option key={choice} value={choice} selected={choice === answer}>
              {choice}
            </option>
          ))}
        </select>
      )}
      <Wrong id={`try-${uuid}-wrong`} text={wrong} />
    </div>
  )
}
