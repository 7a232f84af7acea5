import type { PageLanguage } from './page-data.ts'

/** Text with times in it: `1:30 pm`, or a span of times, is never broken into two lines. */
export const Moment = ({ language: { halves }, words }: { readonly language: PageLanguage; readonly words: string }) => {
  const clock = `\\d{1,2}:\\d\\d(?: (?:${halves.map((half) => half.replaceAll('.', '\\.')).join('|')}))?`
  const parts = words.split(new RegExp(`(${clock}(?: – ${clock})?)`))
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} class="whole">
            {part}
          </span>
        ),
      )}
    </>
  )
}
