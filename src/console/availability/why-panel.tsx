import type { ComponentChildren } from 'preact'
import { CloseIcon } from '#ui/icons.tsx'
import type { AvailabilityTexts } from '../../../languages/console/availability.ts'

/** A reason in words: what is in the way, and below it more lines or a link to what would mend it. */
export interface ReasonText {
  readonly text: string
  /** One for each host. */
  readonly lines?: readonly string[]
  readonly fix?: { readonly label: string; readonly href: string } | undefined
}

interface Choice {
  readonly value: string
  readonly label: string
}

export interface WhyPanelProps {
  readonly texts: AvailabilityTexts['why']
  readonly closeHref: string
  readonly closeText: string
  readonly path: string
  readonly types: readonly Choice[]
  readonly zones: readonly Choice[]
  /** Empty for those who may ask for nobody else. */
  readonly people: readonly Choice[]
  readonly asked: {
    readonly type: string
    readonly date: string
    readonly time: string
    readonly zone: string
    readonly person: string
  }
  readonly answer:
    | { readonly isOffered: boolean; readonly reasons: readonly ReasonText[]; readonly warnings: readonly ReasonText[] }
    | undefined
  readonly startsTitle: string
  readonly starts: readonly {
    readonly times: string
    readonly text: string
    readonly isOffered: boolean
    readonly isAsked: boolean
    readonly href: string
  }[]
}

export const WhyPanel = (props: WhyPanelProps) => {
  const { texts, answer, starts } = props
  return (
    <>
      <header>
        <h2 class="grow">{texts.title}</h2>
        <a class="button icon-only" id="panel-close" href={props.closeHref} aria-label={props.closeText}>
          <CloseIcon />
        </a>
      </header>
      {props.types.length === 0 ? <p class="empty">{texts.noTypes}</p> : <Question {...props} />}
      {answer && (
        <div class={answer.isOffered ? 'answer good' : 'answer'} role="status">
          {answer.reasons.slice(0, 1).map((reason) => (
            <Reason key={reason.text} reason={reason} />
          ))}
          {!answer.isOffered && answer.reasons.length === 1 && <p class="facts">{texts.nothingElse}</p>}
          {answer.warnings.map((warning) => (
            <Reason key={warning.text} reason={warning} />
          ))}
          {answer.reasons.length > 1 && (
            <>
              <p class="facts">{texts.also}</p>
              <ul class="also">
                {answer.reasons.slice(1).map((reason) => (
                  <li key={reason.text}>
                    <Reason reason={reason} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {answer && (
        <div class="part">
          <h3>{props.startsTitle}</h3>
          {starts.length === 0 ? (
            <p class="facts">{texts.noStarts}</p>
          ) : (
            <ul class="starts">
              {starts.map(({ times, text, isOffered, isAsked, href }) => (
                <li key={times} class={isAsked ? 'asked' : undefined}>
                  <a class="num" href={href} aria-current={isAsked ? 'true' : undefined}>
                    {times}
                  </a>
                  <span class={isOffered ? 'yes' : 'no'}>{text}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

const Reason = ({ reason: { text, lines = [], fix } }: { readonly reason: ReasonText }) => (
  <>
    <p class="reason">{text}</p>
    {lines.length > 0 && (
      <ul class="lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
    {fix && (
      <p class="row">
        <a class="button second sm" href={fix.href}>
          {fix.label}
        </a>
      </p>
    )}
  </>
)

/** A sentence with fields in it. */
const Question = ({ texts, path, types, zones, people, asked }: WhyPanelProps) => {
  const fields: Readonly<Record<string, ComponentChildren>> = {
    type: <Select name="type" label={texts.type} value={asked.type} options={types} />,
    day: <input type="date" name="date" aria-label={texts.day} value={asked.date} required />,
    time: <input type="time" name="time" aria-label={texts.time} value={asked.time} required />,
    zone: <Select name="zone" label={texts.zone} value={asked.zone} options={zones} />,
    person: <Select name="as" label={texts.person} value={asked.person} options={people} />,
  }
  return (
    <form method="get" action={path} class="question" data-asks="">
      <input type="hidden" name="why" value="yes" />
      <p>{sentence(texts.question, fields)}</p>
      {people.length > 0 && <p>{sentence(texts.as, fields)}</p>}
      <noscript>
        <button type="submit" class="second sm">
          {texts.ask}
        </button>
      </noscript>
    </form>
  )
}

const sentence = (pattern: string, fields: Readonly<Record<string, ComponentChildren>>): ComponentChildren =>
  pattern.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? fields[part] : part))

const Select = ({
  name,
  label,
  value,
  options,
}: {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly Choice[]
}) => (
  <select name={name} aria-label={label}>
    {options.map((option) => (
      <option key={option.value} value={option.value} selected={option.value === value}>
        {option.label}
      </option>
    ))}
  </select>
)
