import { Form } from '#ui/forms.tsx'
import type { EditedQuestion, EditorProps, QuestionKind } from './edited-form.ts'
import { Refusal, refusedAt, Wrong } from './refusal.tsx'
import { RowActions } from './row-actions.tsx'

/** The questions, in order. */
export const Questions = (props: EditorProps) => {
  const { texts, token, form } = props
  const path = `/app/forms/${form.id}/questions`
  return (
    <section class="part">
      <h2>{texts.questions.title}</h2>
      <Refusal refused={props.refused} part="questions" />
      {form.questions.length === 0 && <p class="empty">{texts.questions.none}</p>}
      {form.questions.map((question, at) => (
        <details
          key={question.uuid}
          class="fold"
          id={`question-${question.uuid}`}
          open={refusedAt(props.refused, 'questions', `questions[${at}]`) !== undefined}
        >
          <summary>
            <b>{question.name}</b>
            <span>{[texts.questions.types[question.type], ...question.answer_choices].join(' · ')}</span>
          </summary>
          <Form token={token} action={`${path}/${question.uuid}`} class="fold-body narrow-form" swaps>
            <QuestionFields {...props} id={question.uuid} at={at} question={question} />
            <RowActions
              save={texts.save}
              up={at > 0 ? texts.questions.up : undefined}
              remove={texts.questions.remove}
              of={question.name}
              next="add-question"
            />
          </Form>
        </details>
      ))}
      <details
        class="fold"
        id="new-question"
        open={form.questions.length === 0 || props.newQuestion !== undefined || undefined}
      >
        <summary id="add-question">
          <b>{texts.questions.add}</b>
        </summary>
        <Form token={token} action={path} class="fold-body narrow-form" swaps next="name-new">
          <QuestionFields {...props} id="new" at={form.questions.length} question={props.newQuestion} />
          <button type="submit" class="second">
            {texts.questions.add}
          </button>
        </Form>
      </details>
    </section>
  )
}

interface QuestionFieldsProps extends EditorProps {
  /** Several of these forms are on one page. */
  readonly id: string
  readonly at: number
  readonly question: Omit<EditedQuestion, 'uuid'> | undefined
}

const QuestionFields = ({ texts: { questions: texts }, refused, id, at, question }: QuestionFieldsProps) => {
  const wrongName = refusedAt(refused, 'questions', `questions[${at}].name`)
  const wrongChoices = refusedAt(refused, 'questions', `questions[${at}].answer_choices`)
  return (
    <>
      <div class="fields">
        <div class="field">
          <label for={`name-${id}`}>{texts.text}</label>
          <input
            id={`name-${id}`}
            name="name"
            type="text"
            value={question?.name ?? ''}
            maxLength={255}
            autocomplete="off"
            required
            aria-describedby={`name-${id}-wrong`}
            aria-invalid={wrongName !== undefined || undefined}
          />
          <Wrong id={`name-${id}-wrong`} text={wrongName} />
        </div>
        <div class="field">
          <label for={`type-${id}`}>{texts.type}</label>
          <select id={`type-${id}`} name="type" class="answer-kind">
            {(Object.keys(texts.types) as QuestionKind[]).map((type) => (
              <option key={type} value={type} selected={type === (question?.type ?? 'text')}>
                {texts.types[type]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div class="field choices-field">
        <label for={`choices-${id}`}>{texts.choices}</label>
        <textarea
          id={`choices-${id}`}
          name="choices"
          rows={3}
          aria-describedby={`choices-${id}-wrong choices-${id}-hint`}
          aria-invalid={wrongChoices !== undefined || undefined}
        >
          {question?.answer_choices.join('\n')}
        </textarea>
        <Wrong id={`choices-${id}-wrong`} text={wrongChoices} />
        <p class="hint" id={`choices-${id}-hint`}>
          {texts.choicesHint}
        </p>
      </div>
      <label class="choice">
        <input type="checkbox" name="required" checked={question?.required ?? false} />
        <span>{texts.required}</span>
      </label>
    </>
  )
}
