import { Choice, Form, optionsOf, SelectField, TextField } from '#ui/forms.tsx'
import type { EditedQuestion, EditorProps } from './edited-form.ts'
import { Refusal, refusedAt } from './refusal.tsx'
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
        <TextField
          {...{ id: `name-${id}`, name: 'name', label: texts.text, value: question?.name, wrong: wrongName }}
          {...{ maxLength: 255, required: true }}
        />
        <SelectField
          {...{
            id: `type-${id}`,
            name: 'type',
            class: 'answer-kind',
            label: texts.type,
            value: question?.type ?? 'text',
          }}
          options={optionsOf(texts.types)}
        />
      </div>
      <TextField
        {...{ id: `choices-${id}`, name: 'choices', label: texts.choices, hint: texts.choicesHint, rows: 3 }}
        {...{ class: 'choices-field', value: question?.answer_choices.join('\n'), wrong: wrongChoices }}
      />
      <Choice name="required" checked={question?.required ?? false}>
        {texts.required}
      </Choice>
    </>
  )
}
