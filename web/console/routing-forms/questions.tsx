import { Form } from '../forms.tsx'
import { Acts } from './acts.tsx'
import type { EditedQuestion, EditorProps, QuestionKind } from './edited-form.ts'
import { Refusal } from './refusal.tsx'

/** What is asked, in order. */
export const Questions = (props: EditorProps) => {
  const { texts, token, form } = props
  const path = `/app/forms/${form.id}/questions`
  return (
    <section class="part">
      <h2>{texts.questions.title}</h2>
      <Refusal refused={props.refused} part="questions" />
      {form.questions.length === 0 && <p class="empty">{texts.questions.none}</p>}
      {form.questions.map((question, at) => (
        <details key={question.uuid} class="fold" id={`question-${question.uuid}`}>
          <summary>
            <b>{question.name}</b>
            <span>{[texts.questions.types[question.type], ...question.answer_choices].join(' · ')}</span>
          </summary>
          <Form token={token} action={`${path}/${question.uuid}`} class="fold-body narrow-form" swaps>
            <QuestionFields texts={texts} id={question.uuid} question={question} />
            <Acts save={texts.save} up={at > 0 ? texts.questions.up : undefined} remove={texts.questions.remove} of={question.name} />
          </Form>
        </details>
      ))}
      <details class="fold" id="new-question" open={form.questions.length === 0 || props.newQuestion !== undefined || undefined}>
        <summary>
          <b>{texts.questions.add}</b>
        </summary>
        <Form token={token} action={path} class="fold-body narrow-form">
          <QuestionFields texts={texts} id="new" question={props.newQuestion} />
          <button type="submit" class="second">
            {texts.questions.add}
          </button>
        </Form>
      </details>
    </section>
  )
}

interface QuestionFieldsProps {
  readonly texts: EditorProps['texts']
  /** Several of these forms are on one page. */
  readonly id: string
  readonly question: Omit<EditedQuestion, 'uuid'> | undefined
}

const QuestionFields = ({ texts: { questions: texts }, id, question }: QuestionFieldsProps) => (
  <>
    <div class="fields">
      <div class="field">
        <label for={`name-${id}`}>{texts.text}</label>
        <input id={`name-${id}`} name="name" type="text" value={question?.name ?? ''} maxLength={255} autocomplete="off" required />
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
      <textarea id={`choices-${id}`} name="choices" rows={3} aria-describedby={`choices-${id}-hint`}>
        {question?.answer_choices.join('\n')}
      </textarea>
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
