import { Form, TextField } from '#ui/forms.tsx'
import { CopyIcon } from '#ui/icons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { RoutingFormsTexts } from '../../../languages/console/routing-forms.ts'

interface FormListProps {
  readonly texts: RoutingFormsTexts
  readonly token: string
  readonly forms: readonly {
    readonly id: string
    readonly name: string
    readonly status: 'draft' | 'published'
    readonly questions: string
    readonly address: string
  }[]
  readonly typed: string
  readonly error: string | undefined
}

export const FormList = ({ texts, token, forms, typed, error }: FormListProps) => (
  <>
    <PageHead title={texts.title} />
    <p class="soft measure">{texts.hint}</p>
    {forms.length === 0 ? (
      <p class="empty">{texts.none}</p>
    ) : (
      <ul class="list">
        {forms.map(({ id, name, status, questions, address }) => (
          <li key={id}>
            <span class="grow">
              <a class="name" href={`/app/forms/${id}`}>
                {name}
              </a>
              <span class="facts">
                <span>{questions}</span>
                <span>
                  <a href={`/app/forms/${id}/answers`}>{texts.submissions}</a>
                </span>
              </span>
            </span>
            {status === 'published' && (
              <button type="button" class="second sm" data-copy={address} aria-label={`${texts.copyLink}: ${name}`}>
                <CopyIcon />
                <span class="wide-only">{texts.copyLink}</span>
              </button>
            )}
            <span class={status === 'published' ? 'chip sent' : 'chip'}>{texts.statuses[status]}</span>
          </li>
        ))}
      </ul>
    )}
    <Form token={token} action="/app/forms" class="new-form">
      <TextField name="name" label={texts.newName} value={typed} wrong={error} maxLength={255} required />
      <button type="submit">{texts.create}</button>
    </Form>
  </>
)
