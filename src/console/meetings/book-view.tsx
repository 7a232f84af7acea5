import { Form, type Option, Select } from '#ui/forms.tsx'
import type { MeetingsTexts } from '../../../languages/console/meetings.ts'

interface BookForProps {
  readonly texts: MeetingsTexts
  readonly token: string
  readonly types: readonly Option[]
  readonly type: string
  readonly day: string
  /** Undefined until a type and a day are chosen. */
  readonly times: readonly Option[] | undefined
  readonly zones: readonly Option[]
  readonly places: readonly Option[]
  readonly questions: readonly Question[]
  /** The word for an answer that is none of the choices. */
  readonly other: string
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

interface Question {
  readonly field: string
  readonly name: string
  readonly isRequired: boolean
  readonly choices: readonly string[]
  /** Takes other words than the choices. */
  readonly isOpen: boolean
  readonly isMultiple: boolean
  readonly chosen: readonly string[]
}

/** A host books for somebody: what and which day, then when and for whom. */
export const BookFor = ({
  texts,
  token,
  types,
  type,
  day,
  times,
  zones,
  places,
  questions,
  other,
  typed,
  errors,
}: BookForProps) => (
  <div class="narrow-form">
    <h1>{texts.bookTitle}</h1>
    <p class="soft">{texts.bookHint}</p>
    <form action="/app/meetings/new" method="get">
      <div class="fields">
        <Labelled name="type" label={texts.eventType}>
          <Select name="type" value={type} options={types} />
        </Labelled>
        <Labelled name="day" label={texts.day}>
          <input type="date" id="day" name="day" value={day} />
        </Labelled>
      </div>
      <button type="submit" class="second">
        {texts.showTimes}
      </button>
    </form>
    {times?.length === 0 && (
      <>
        {Object.values(errors).map((text) => (
          <p key={text} class="wrong">
            {text}
          </p>
        ))}
        <p class="empty">{texts.noTimes}</p>
      </>
    )}
    {times !== undefined && times.length > 0 && (
      <Form token={token} action="/app/meetings/new" fields={{ type, day }} class="booking">
        {errors.base !== undefined && <p class="wrong">{errors.base}</p>}
        <fieldset>
          <legend>{texts.time}</legend>
          <div class="times">
            {times.map(({ value, label }, index) => (
              <label key={value} class="pick">
                <input
                  type="radio"
                  name="start_time"
                  value={value}
                  checked={typed.start_time === value || (typed.start_time === undefined && index === 0)}
                />
                {label}
              </label>
            ))}
          </div>
          {errors.start_time !== undefined && <p class="wrong">{errors.start_time}</p>}
        </fieldset>
        <div class="fields">
          <TextLine name="name" label={texts.inviteeName} typed={typed} errors={errors} isRequired />
          <TextLine name="email" label={texts.inviteeEmail} typed={typed} errors={errors} type="email" isRequired />
        </div>
        <Labelled name="timezone" label={texts.inviteeZone}>
          <Select name="timezone" value={typed.timezone ?? ''} options={zones} />
        </Labelled>
        {places.length > 1 && (
          <Labelled name="place" label={texts.location} wrong={errors.location}>
            <Select name="place" value={typed.place ?? ''} options={places} />
          </Labelled>
        )}
        {questions.map((question) =>
          question.choices.length === 0 ? (
            <TextLine
              key={question.field}
              name={question.field}
              label={question.name}
              typed={typed}
              errors={errors}
              isRequired={question.isRequired}
            />
          ) : (
            <Choices key={question.field} other={other} question={question} />
          ),
        )}
        <p class="row">
          <button type="submit">{texts.book}</button>
          <a class="button plain" href="/app/meetings">
            {texts.back}
          </a>
        </p>
      </Form>
    )}
  </div>
)

const Choices = ({ question, other }: { readonly question: Question; readonly other: string }) => {
  const { field, name, isRequired, choices, isOpen, isMultiple, chosen } = question
  return (
    <fieldset>
      <legend>{name}</legend>
      {choices.map((choice) => (
        <label key={choice} class="choice">
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={field}
            value={choice}
            checked={chosen.includes(choice)}
            required={isRequired && !isMultiple && !isOpen}
          />
          {choice}
        </label>
      ))}
      {isOpen && (
        <input
          type="text"
          name={field}
          value={chosen.filter((one) => !choices.includes(one)).join(' ')}
          aria-label={`${name}: ${other}`}
          placeholder={other}
          autocomplete="off"
        />
      )}
    </fieldset>
  )
}

interface LabelledProps {
  readonly name: string
  readonly label: string
  readonly wrong?: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: any input.
  readonly children: any
}

const Labelled = ({ name, label, wrong, children }: LabelledProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    {children}
    <p class="wrong" id={`${name}-wrong`} hidden={wrong === undefined}>
      {wrong}
    </p>
  </div>
)

interface TextLineProps extends Pick<BookForProps, 'typed' | 'errors'> {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email'
  readonly isRequired: boolean
}

const TextLine = ({ name, label, type = 'text', typed, errors, isRequired }: TextLineProps) => (
  <Labelled name={name} label={label} wrong={errors[name]}>
    <input
      id={name}
      name={name}
      type={type as 'text'}
      value={typed[name] ?? ''}
      autocomplete="off"
      required={isRequired}
      aria-describedby={`${name}-wrong`}
      aria-invalid={errors[name] !== undefined || undefined}
    />
  </Labelled>
)
