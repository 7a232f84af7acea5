import type { EditorProps } from './edited-form.ts'

/** What was refused in this part. */
export const Refusal = ({ refused, part }: Pick<EditorProps, 'refused'> & { readonly part: string }) =>
  refused?.part === part ? (
    <div role="alert">
      {refused.words.map((words) => (
        <p key={words} class="wrong">
          {words}
        </p>
      ))}
    </div>
  ) : null
