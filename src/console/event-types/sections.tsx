import type { ComponentChildren } from 'preact'
import type { EditorProps, SectionName } from './editor-props.ts'
import { CopySection, HostSection, RightsSection } from './people.tsx'
import { QuestionList, questionError } from './question-list.tsx'
import { SettingsForm } from './setting-field.tsx'
import { errorAt } from './settings.tsx'

interface Section {
  readonly name: SectionName
  readonly title: string
  readonly isShown?: boolean
  /** Parameters whose errors it shows besides those of its settings. */
  readonly parameters?: readonly string[]
  /** Of the element around its settings. */
  readonly class?: string
  readonly children?: ComponentChildren
}

const sectionsOf = (props: EditorProps): readonly Section[] => {
  const { texts, kind, setup, refusedQuestion } = props
  return [
    { name: 'link', title: texts.link },
    { name: 'limits', title: texts.limits, class: 'fields' },
    { name: 'window', title: texts.dateRangeOptions },
    { name: 'rules', title: texts.bookingRules.title },
    {
      name: 'questions',
      title: texts.questions,
      parameters: [questionError(refusedQuestion?.of), questionError(refusedQuestion?.of, 'choices')],
      children: <QuestionList {...props} />,
    },
    {
      name: 'hosts',
      title: texts.hosts,
      isShown: kind === 'collective' || kind === 'round_robin',
      parameters: ['hosts'],
      children: <HostSection {...props} />,
    },
    { name: 'emails', title: texts.emails },
    { name: 'after', title: texts.afterBooking },
    {
      name: 'rights',
      title: texts.rights,
      parameters: ['permissions'],
      children: <RightsSection {...props} />,
    },
    {
      name: 'copies',
      title: texts.assigned.title,
      isShown: setup.may_have_copies,
      parameters: ['copies'],
      children: <CopySection {...props} />,
    },
  ]
}

/** What few need to change, in sections that are closed at first: open where something in them was refused. */
export const Sections = (props: EditorProps) => {
  const { summaries, settings, errors, token, path, saveText } = props
  return (
    <>
      {sectionsOf(props)
        .filter(({ isShown = true }) => isShown)
        .map(({ name, title, parameters = [], class: fieldsClass, children }) => {
          const own = settings.filter(({ section }) => section === name)
          const isWrong = [{ parameters }, ...own].some((one) => errorAt(one, errors) !== undefined)
          return (
            <details key={name} class="fold" id={`more-${name}`} open={isWrong || undefined}>
              <summary>
                <b>{title}</b>
                <span id={`sum-${name}`}>{summaries[name]}</span>
              </summary>
              <div class="fold-body">
                {own.length > 0 && (
                  <SettingsForm
                    {...{ view: props, settings: own, errors, token, action: path, saveText }}
                    {...(fieldsClass === undefined ? {} : { class: fieldsClass })}
                  />
                )}
                {children}
              </div>
            </details>
          )
        })}
    </>
  )
}
