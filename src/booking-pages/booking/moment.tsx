import { Fragment } from 'preact'
import type { PageLanguage } from '#ui/page-language.ts'

interface MomentProps {
  readonly language: PageLanguage
  readonly text: string
}

/**
 * Text with days and times in it. A line ends between them: within `1:30 pm` or a span of times never, within a date
 * only where it does not fit.
 */
export const Moment = ({ language: { halves }, text: words }: MomentProps) => {
  const clock = `\\d{1,2}:\\d\\d(?: (?:${halves.map((half) => half.replaceAll('.', '\\.')).join('|')}))?`
  const parts = words.split(new RegExp(`(${clock}(?: – ${clock})?)`))
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part.startsWith(' ') && ' '}
          {part.trim() !== '' && <span class={index % 2 === 0 ? 'unit' : 'whole'}>{part.trim()}</span>}
          {part.trim() !== '' && part.endsWith(' ') && ' '}
        </Fragment>
      ))}
    </>
  )
}

/** The time before a move: struck through, with a label that is not. */
export const PreviousTime = ({ language, text: words }: MomentProps) => {
  const [before, after] = language.texts.previousTime.split('{time}')
  return (
    <small class="previous-time">
      {before}
      <s>
        <Moment language={language} text={words} />
      </s>
      {after}
    </small>
  )
}
