import { FormButton } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'

interface ChangeProps {
  readonly token: string
  readonly path: string
  readonly title: string
  readonly intro: string
  readonly follow: string
  readonly restore: string
  readonly unchanged: string
  readonly wrong: string | undefined
}

/** A meeting that its host moved or deleted in their own calendar: what should become of it? */
export const ChangePage = ({ token, path, title, intro, follow, restore, unchanged, wrong }: ChangeProps) => (
  <>
    <PageHead title={title} />
    <p>{intro}</p>
    {wrong !== undefined && (
      <p class="note warn" role="alert">
        {wrong}
      </p>
    )}
    <div class="services">
      <FormButton token={token} action={`${path}/follow`}>
        {follow}
      </FormButton>
      <FormButton token={token} action={`${path}/restore`} button="second">
        {restore}
      </FormButton>
      <p class="hint">{unchanged}</p>
    </div>
  </>
)
