import { Form } from '#ui/forms.tsx'

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
    <div class="head">
      <h1>{title}</h1>
    </div>
    <p>{intro}</p>
    {wrong !== undefined && (
      <p class="note warn" role="alert">
        {wrong}
      </p>
    )}
    <div class="services">
      <Form token={token} action={`${path}/follow`}>
        <button type="submit">{follow}</button>
      </Form>
      <Form token={token} action={`${path}/restore`}>
        <button type="submit" class="second">
          {restore}
        </button>
      </Form>
      <p class="hint">{unchanged}</p>
    </div>
  </>
)
