import { Choice, Form, optionsOf, SelectField, TextField } from '#ui/forms.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { EditedQuestion, EditorProps } from './editor-props.ts'

const blank: EditedQuestion = { name: '', type: 'string', required: false, answer_choices: [], include_other: false }

/** Under which name the error of a question, or of its choices, is given. A new question has no name yet. */
export const questionError = (of: string | undefined, part: 'name' | 'choices' = 'name'): string =>
  of === undefined ? `new question ${part}` : `question ${part} ${of}`

interface QuestionErrors {
  readonly name: string | undefined
  readonly choices: string | undefined
}

const errorsOf = ({ errors }: Pick<EditorProps, 'errors'>, of?: string): QuestionErrors => ({
  name: errors[questionError(of)],
  choices: errors[questionError(of, 'choices')],
})

const isRefused = ({ name, choices }: QuestionErrors): boolean => name !== undefined || choices !== undefined

/** What invitees are asked besides their name and address. */
export const QuestionList = ({ texts, token, path, setup, refusedQuestion: refused, errors }: EditorProps) => (
  <>
    {setup.event_type.custom_questions.map((question, index, questions) => (
      <details
        class="adding"
        key={question.name}
        id={`question-${index}`}
        open={isRefused(errorsOf({ errors }, question.name))}
      >
        <summary>{question.name}</summary>
        {/* An address of its own for each, so that what is typed into one stays in that one. */}
        <Form token={token} action={`${path}/questions?${new URLSearchParams({ of: question.name })}`} swaps>
          <QuestionFields
            texts={texts}
            name={`q${index}`}
            question={refused?.of === question.name ? refused : question}
            wrong={errorsOf({ errors }, question.name)}
          />
          <div class="row">
            <button type="submit" class="second">
              {texts.save}
            </button>
            {index > 0 && (
              <button type="submit" class="plain" name="act" value="up">
                {texts.moveUp}
              </button>
            )}
            {index < questions.length - 1 && (
              <button type="submit" class="plain" name="act" value="down">
                {texts.moveDown}
              </button>
            )}
            <button type="submit" class="danger" name="act" value="remove">
              {texts.remove}
            </button>
          </div>
        </Form>
      </details>
    ))}
    <details class="adding" id="add-question" open={isRefused(errorsOf({ errors }))}>
      <summary>{texts.addQuestion}</summary>
      <Form token={token} action={`${path}/questions`} swaps>
        <QuestionFields
          texts={texts}
          name="new"
          question={refused && refused.of === undefined ? refused : blank}
          wrong={errorsOf({ errors })}
        />
        <button type="submit" class="second">
          {texts.addQuestion}
        </button>
      </Form>
    </details>
  </>
)

interface QuestionFieldsProps {
  readonly texts: EventTypesTexts
  readonly name: string
  readonly question: EditedQuestion
  readonly wrong: QuestionErrors
}

const QuestionFields = ({ texts, name, question, wrong }: QuestionFieldsProps) => (
  <div class="question-fields">
    <TextField
      {...{ id: `${name}-name`, name: 'name', label: texts.question, value: question.name, maxLength: 255 }}
      wrong={wrong.name}
    />
    <div class="fields">
      <SelectField
        {...{ id: `${name}-type`, name: 'type', label: texts.answerType, value: question.type }}
        options={optionsOf(texts.answerTypes)}
      />
      <Choice name="required" value="true" checked={question.required}>
        {texts.required}
      </Choice>
    </div>
    <div class="by-choices">
      <TextField
        {...{ id: `${name}-choices`, name: 'choices', label: texts.choices, rows: 3 }}
        value={question.answer_choices.join('\n')}
        wrong={wrong.choices}
      />
      <Choice name="include_other" value="true" checked={question.include_other}>
        {texts.includeOther}
      </Choice>
    </div>
  </div>
)
