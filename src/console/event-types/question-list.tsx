import { Choice, Form, FormAlert, optionsOf, SelectField, TextField } from '#ui/forms.tsx'
import type { EventTypesTexts } from '../../../languages/console/event-types.ts'
import type { EditedQuestion, EditorProps } from './editor-props.ts'

const blank: EditedQuestion = { name: '', type: 'string', required: false, answer_choices: [], include_other: false }

/** Under which name the error of a question is given. */
export const questionError = (name: string): string => `question ${name}`

/** What invitees are asked besides their name and address. */
export const QuestionList = ({ texts, token, path, setup, refusedQuestion: refused, errors }: EditorProps) => (
  <>
    {setup.event_type.custom_questions.map((question, index, questions) => (
      <details
        class="adding"
        key={question.name}
        id={`question-${index}`}
        open={errors[questionError(question.name)] !== undefined}
      >
        <summary>{question.name}</summary>
        {/* An address of its own for each, so that what is typed into one stays in that one. */}
        <Form token={token} action={`${path}/questions?${new URLSearchParams({ of: question.name })}`} swaps>
          <QuestionFields
            texts={texts}
            name={`q${index}`}
            question={refused?.of === question.name ? refused : question}
            wrong={errors[questionError(question.name)]}
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
    <details class="adding" id="add-question" open={errors.custom_questions !== undefined}>
      <summary>{texts.addQuestion}</summary>
      <Form token={token} action={`${path}/questions`} swaps>
        <QuestionFields
          texts={texts}
          name="new"
          question={refused && refused.of === undefined ? refused : blank}
          wrong={errors.custom_questions}
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
  readonly wrong: string | undefined
}

const QuestionFields = ({ texts, name, question, wrong }: QuestionFieldsProps) => (
  <div class="question-fields">
    <TextField {...{ id: `${name}-name`, name: 'name', label: texts.question, value: question.name, maxLength: 255 }} />
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
      />
      <Choice name="include_other" value="true" checked={question.include_other}>
        {texts.includeOther}
      </Choice>
    </div>
    <FormAlert>{wrong}</FormAlert>
  </div>
)
