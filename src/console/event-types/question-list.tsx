import { Form } from '#ui/forms.tsx'
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
    <div class="field">
      <label for={`${name}-name`}>{texts.question}</label>
      <input type="text" id={`${name}-name`} name="name" value={question.name} maxLength={255} autocomplete="off" />
    </div>
    <div class="fields">
      <div class="field">
        <label for={`${name}-type`}>{texts.answerType}</label>
        <select id={`${name}-type`} name="type">
          {Object.entries(texts.answerTypes).map(([type, label]) => (
            <option key={type} value={type} selected={type === question.type}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <label class="choice">
        <input type="checkbox" name="required" value="true" checked={question.required} />
        <span>{texts.required}</span>
      </label>
    </div>
    <div class="by-choices">
      <div class="field">
        <label for={`${name}-choices`}>{texts.choices}</label>
        <textarea id={`${name}-choices`} name="choices" rows={3}>
          {question.answer_choices.join('\n')}
        </textarea>
      </div>
      <label class="choice">
        <input type="checkbox" name="include_other" value="true" checked={question.include_other} />
        <span>{texts.includeOther}</span>
      </label>
    </div>
    {wrong !== undefined && (
      <p class="wrong" role="alert">
        {wrong}
      </p>
    )}
  </div>
)
