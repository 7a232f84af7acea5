import type { ComponentChildren } from 'preact'
import { filled } from '#ui/format.ts'
import type { FieldErrors } from '#ui/forms.tsx'
import type { PageLanguage } from '#ui/page-language.ts'
import type { AskedQuestion, BookingData, FormValues } from './page-data.ts'
import { isSecondClick } from './use-focus.ts'

interface BookingFormProps {
  readonly data: BookingData
  readonly action: string
  readonly zone: string
  readonly duration: number
  readonly hour12: boolean
  readonly values: FormValues
  readonly errors: FieldErrors
  readonly message: string | null
  /**
   * The message asks whether the address is to have another seat: sending the form again confirms it for that address.
   */
  readonly asksAnotherSeat: boolean
  readonly isSending: boolean
  readonly onSend?: (form: HTMLFormElement) => void
  /** Further submit buttons for browsers without scripts: each for another time. */
  readonly children?: ComponentChildren
}

/** The fields and questions of a booking. The browser itself submits it where no script runs. */
export const BookingForm = (props: BookingFormProps) => {
  const {
    data,
    action,
    zone,
    duration,
    hour12,
    values,
    errors,
    message,
    asksAnotherSeat,
    isSending,
    onSend,
    children,
  } = props
  const { language, eventType, token } = data
  const { texts } = language
  const given = { language, values, errors }
  const wrong = Object.entries(errors)
  const isMove = eventType.bookedNow !== null
  const sendBy = (event: Event, form: HTMLFormElement | null): void => {
    event.preventDefault()
    if (form) onSend?.(form)
  }
  // In a frame that may not submit forms, the click is the last event that a script gets.
  const onClick = (event: MouseEvent): void =>
    sendBy(event, isSecondClick(event) ? null : (event.currentTarget as HTMLButtonElement).form)
  const onSubmit = (event: SubmitEvent): void => sendBy(event, event.currentTarget as HTMLFormElement)
  return (
    <form class="booking-form" method="post" action={action} noValidate {...(onSend ? { onSubmit } : {})}>
      <input type="hidden" name="form_token" value={token} />
      <input type="hidden" name="timezone" value={zone} />
      <input type="hidden" name="duration" value={duration} />
      <input type="hidden" name="time_notation" value={hour12 ? '12h' : '24h'} />
      {asksAnotherSeat && <input type="hidden" name="another_seat_for" value={values.email?.[0] ?? ''} />}
      <div class="alerts" role="alert">
        {message !== null && <p class={asksAnotherSeat ? 'asked' : 'errors'}>{message}</p>}
        {wrong.length > 0 && (
          <div class="errors">
            <p>{texts.fixErrors}</p>
            <ul>
              {wrong.map(([field, text]) => (
                <li key={field}>
                  <a href={`#${field}`}>{labelOf(field, data)}</a>: {text}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {isMove ? (
        <Field {...given} name="reason" label={texts.reason} isRequired={false} isLong />
      ) : (
        <>
          {eventType.splitsName ? (
            <div class="pair">
              <Field {...given} name="first_name" label={texts.firstName} autocomplete="given-name" />
              <Field {...given} name="last_name" label={texts.lastName} autocomplete="family-name" />
            </div>
          ) : (
            <Field {...given} name="name" label={texts.name} autocomplete="name" />
          )}
          <Field {...given} name="email" label={texts.email} type="email" autocomplete="email" />
          <Locations {...given} data={data} />
          {eventType.questions.map((question) => (
            <QuestionField key={question.position} {...given} question={question} />
          ))}
          <details class="more" open={values.guests !== undefined || errors.guests !== undefined}>
            <summary>{texts.addGuests}</summary>
            <Field
              {...given}
              name="guests"
              label={texts.guests}
              hint={texts.guestsHint}
              isRequired={false}
              isLong
              isNamedAbove
            />
          </details>
        </>
      )}
      {children}
      {!children && eventType.isRequested && (
        <p class="soft">{filled(texts.requestHint, { hosts: eventType.hosts.map(({ name }) => name).join(', ') })}</p>
      )}
      {!children && eventType.price !== null && (
        <p class="soft">
          {filled(eventType.isRequested ? texts.payOnceAccepted : texts.payNext, { price: eventType.price })}
        </p>
      )}
      {!children && (
        <button class="send" type="submit" aria-disabled={isSending} {...(onSend ? { onClick } : {})}>
          {isSending
            ? texts.booking
            : asksAnotherSeat
              ? texts.bookAnotherSeat
              : eventType.isRequested
                ? texts.request
                : eventType.price !== null
                  ? texts.continueToPay
                  : texts.book}
        </button>
      )}
    </form>
  )
}

/** The label of a field, for the list of errors. */
const labelOf = (field: string, { language: { texts }, eventType }: BookingData): string => {
  const labels: Readonly<Record<string, string>> = {
    name: texts.name,
    first_name: texts.firstName,
    last_name: texts.lastName,
    email: texts.email,
    guests: texts.guests,
    place: texts.location,
    reason: texts.reason,
  }
  const position = /^answer_(\d+)(?:_other)?$/.exec(field)?.[1]
  const question = eventType.questions.find((one) => String(one.position) === position)
  return labels[field] ?? question?.name ?? (field.startsWith('place_') ? texts.location : field)
}

interface CommonFieldProps {
  readonly language: PageLanguage
  readonly values: FormValues
  readonly errors: FieldErrors
}

interface FieldProps extends CommonFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'tel'
  readonly autocomplete?: string
  readonly isRequired?: boolean
  readonly isLong?: boolean
  /** The control that opened it has the same label, so this one is for screen readers only. */
  readonly isNamedAbove?: boolean
  readonly maxLength?: number
}

const Field = ({
  language,
  values,
  errors,
  name,
  label,
  hint,
  type = 'text',
  autocomplete = 'off',
  isRequired = true,
  isLong,
  isNamedAbove,
  maxLength = 10_000,
}: FieldProps) => {
  const wrong = errors[name]
  const described = [wrong !== undefined && `${name}-wrong`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ')
  const traits = {
    id: name,
    name,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': wrong === undefined ? undefined : ('true' as const),
    'aria-required': isRequired ? ('true' as const) : undefined,
    maxLength,
  }
  const value = values[name]?.[0] ?? ''
  return (
    <div class="field">
      <label for={name} class={isNamedAbove ? 'unseen' : undefined}>
        {label} {!isRequired && <small>({language.texts.optional})</small>}
      </label>
      {isLong ? (
        <textarea {...traits} rows={3}>
          {value}
        </textarea>
      ) : (
        <input {...traits} type={type as 'text'} autocomplete={autocomplete} defaultValue={value} />
      )}
      {hint !== undefined && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {wrong !== undefined && (
        <span class="wrong" id={`${name}-wrong`}>
          {wrong}
        </span>
      )}
    </div>
  )
}

const Locations = ({ data, ...given }: CommonFieldProps & { readonly data: BookingData }) => {
  const { locations } = data.eventType
  const { texts } = given.language
  const [only, ...others] = locations
  if (!only) return null
  const ask = (index: number, asks: 'number' | 'place') => (
    <Field
      {...given}
      name={`place_${index}`}
      label={asks === 'number' ? texts.yourNumber : texts.yourLocation}
      type={asks === 'number' ? 'tel' : 'text'}
      {...(asks === 'number' ? { autocomplete: 'tel' } : {})}
    />
  )
  if (others.length === 0) return only.asks === null ? null : ask(0, only.asks)
  const wrong = given.errors.place
  return (
    <fieldset
      id="place"
      class="choices"
      tabIndex={-1}
      aria-describedby={wrong === undefined ? undefined : 'place-wrong'}
    >
      <legend>{texts.location}</legend>
      {locations.map(({ title, detail, asks }, index) => (
        <div key={index} class="choice-and-more">
          <label class="choice">
            <input type="radio" name="place" value={index} defaultChecked={given.values.place?.[0] === String(index)} />
            <span>
              {title}
              {detail !== null && <small>{detail}</small>}
            </span>
          </label>
          {asks !== null && <div class="only-chosen">{ask(index, asks)}</div>}
        </div>
      ))}
      {wrong !== undefined && (
        <span class="wrong" id="place-wrong">
          {wrong}
        </span>
      )}
    </fieldset>
  )
}

const QuestionField = ({ question, ...given }: CommonFieldProps & { readonly question: AskedQuestion }) => {
  const { texts } = given.language
  const name = `answer_${question.position}`
  const label = question.name
  const isRequired = question.required
  if (question.type === 'string') return <Field {...given} name={name} label={label} isRequired={isRequired} />
  if (question.type === 'text') return <Field {...given} name={name} label={label} isRequired={isRequired} isLong />
  if (question.type === 'phone_number')
    return <Field {...given} name={name} label={label} isRequired={isRequired} type="tel" autocomplete="tel" />
  const type = question.type === 'single_select' ? 'radio' : 'checkbox'
  const chosen = given.values[name] ?? []
  const wrong = given.errors[name]
  return (
    <fieldset
      id={name}
      class="choices"
      tabIndex={-1}
      aria-describedby={wrong === undefined ? undefined : `${name}-wrong`}
    >
      <legend>
        {label} {!isRequired && <small>({texts.optional})</small>}
      </legend>
      {question.choices.map((choice, index) => (
        <label key={choice} class="choice">
          <input type={type} name={name} value={index} defaultChecked={chosen.includes(String(index))} />
          <span>{choice}</span>
        </label>
      ))}
      {question.includeOther && (
        <div class="choice-and-more">
          <label class="choice">
            <input type={type} name={name} value="other" defaultChecked={chosen.includes('other')} />
            <span>{texts.other}</span>
          </label>
          <div class="only-chosen">
            <Field
              {...given}
              name={`${name}_other`}
              label={`${label}: ${texts.otherAnswer}`}
              isNamedAbove
              maxLength={1000}
            />
          </div>
        </div>
      )}
      {wrong !== undefined && (
        <span class="wrong" id={`${name}-wrong`}>
          {wrong}
        </span>
      )}
    </fieldset>
  )
}
