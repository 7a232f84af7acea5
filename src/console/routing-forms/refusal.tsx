import type { EditorProps } from './edited-form.ts'

type Refused = EditorProps['refused']

/** What was refused of one field of a part, by the beginning of its parameter. */
export const refusedAt = (refused: Refused, part: string, field: string): string | undefined =>
  refused?.part === part
    ? Object.entries(refused.errors).find(([parameter]) => parameter.startsWith(field))?.[1]
    : undefined

/** What was refused in this part, and is not said beside a field of it. */
export const Refusal = ({ refused, part }: { readonly refused: Refused; readonly part: string }) => {
  if (refused?.part !== part) return null
  const words = Object.entries(refused.errors).flatMap(([parameter, sentence]) =>
    besideField.test(parameter) ? [] : [sentence],
  )
  return (
    <div role="alert">
      {[...new Set(words)].map((sentence) => (
        <p key={sentence} class="wrong">
          {sentence}
        </p>
      ))}
    </div>
  )
}

const besideField = /^(?:questions\[\d+\]\.(?:name|answer_choices)|rules\[\d+\]\.(?:conditions|destination)|answers\.)/

/** Below a field: what was refused of it. `aria-describedby` of the field is `id`. */
export const Wrong = ({ id, words }: { readonly id: string; readonly words: string | undefined }) =>
  words === undefined ? null : (
    <p class="wrong" id={id} role="alert">
      {words}
    </p>
  )
