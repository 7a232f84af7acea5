import type { EditorProps } from './edited-form.ts'

type Refused = EditorProps['refused']

/** The error of one field, by the beginning of its parameter. */
export const refusedAt = (refused: Refused, part: string, field: string): string | undefined =>
  refused?.part === part
    ? Object.entries(refused.errors).find(([parameter]) => parameter.startsWith(field))?.[1]
    : undefined

/** The errors of a part that aren't shown next to one of its fields. */
export const Refusal = ({ refused, part }: { readonly refused: Refused; readonly part: string }) => {
  if (refused?.part !== part) return null
  const text = Object.entries(refused.errors).flatMap(([parameter, sentence]) =>
    besideField.test(parameter) ? [] : [sentence],
  )
  return (
    <div role="alert">
      {[...new Set(text)].map((sentence) => (
        <p key={sentence} class="wrong">
          {sentence}
        </p>
      ))}
    </div>
  )
}

const besideField = /^(?:questions\[\d+\]\.(?:name|answer_choices)|rules\[\d+\]\.(?:conditions|destination)|answers\.)/

/** The error below a field, whose `aria-describedby` is `id`. */
export const Wrong = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="wrong" id={id} role="alert">
      {text}
    </p>
  )
