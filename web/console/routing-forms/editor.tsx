import { filled } from '../../booking/words.ts'
import { Form } from '../forms.tsx'
import { CopyIcon, DotsIcon } from '../icons.tsx'
import type { EditorProps } from './edited-form.ts'
import { Questions } from './questions.tsx'
import { Refusal } from './refusal.tsx'
import { Rules } from './rules.tsx'

/** A routing form: its questions, who goes where, and a trial. */
export const FormEditor = (props: EditorProps) => {
  const { texts, form } = props
  return (
    <>
      <a class="back" href="/app/forms">
        ‹ {texts.back}
      </a>
      <EditorHead {...props} />
      <Refusal {...props} part="status" />
      <Form token={props.token} action={`/app/forms/${form.id}/name`} class="new-form">
        <div class="field">
          <label for="name">{texts.name}</label>
          <input id="name" name="name" type="text" value={form.name} maxLength={255} autocomplete="off" required />
          <Refusal {...props} part="name" />
        </div>
        <button type="submit" class="second">
          {texts.save}
        </button>
      </Form>
      <Questions {...props} />
      <Rules {...props} />
      <TryOut {...props} />
    </>
  )
}

const EditorHead = ({ texts, token, form }: EditorProps) => {
  const path = `/app/forms/${form.id}`
  const isPublished = form.status === 'published'
  return (
    <div class="head">
      <h1>{form.name}</h1>
      <span class={isPublished ? 'chip sent' : 'chip'}>{texts.statuses[form.status]}</span>
      {isPublished ? (
        <button type="button" data-copy={form.address}>
          <CopyIcon />
          <span>{texts.copyLink}</span>
        </button>
      ) : (
        <Form token={token} action={`${path}/status`} fields={{ status: 'published' }}>
          <button type="submit">{texts.publish}</button>
        </Form>
      )}
      <details class="menu">
        <summary class="icon-only" aria-label={filled(texts.moreFor, { name: form.name })}>
          <DotsIcon />
        </summary>
        <ul>
          <li>
            <a href={`${path}/answers`}>{texts.submissions}</a>
          </li>
          {isPublished && (
            <>
              <li>
                <a href={form.address}>{texts.open}</a>
              </li>
              <li>
                <Form token={token} action={`${path}/status`} fields={{ status: 'draft' }}>
                  <button type="submit">{texts.unpublish}</button>
                </Form>
              </li>
            </>
          )}
          <li>
            <Form token={token} action={`${path}/delete`}>
              <button type="submit" class="bad">
                {texts.remove}
              </button>
            </Form>
          </li>
        </ul>
      </details>
    </div>
  )
}

const TryOut = ({ texts, token, form, refused, answers, outcome }: EditorProps) => (
  <section class="part" id="try">
    <h2>{texts.tryOut.title}</h2>
    <p class="soft">{texts.tryOut.hint}</p>
    <Refusal refused={refused} part="try" />
    {outcome !== undefined && (
      <p class="note" role="status">
        {outcome}
      </p>
    )}
    <Form token={token} action={`/app/forms/${form.id}/try`} class="narrow-form">
      {form.questions.map(({ uuid, name, answer_choices }) => (
        <div key={uuid} class="field">
          <label for={`try-${uuid}`}>{name}</label>
          {answer_choices.length === 0 ? (
            <input id={`try-${uuid}`} name={uuid} type="text" value={answers[uuid] ?? ''} autocomplete="off" />
          ) : (
            <select id={`try-${uuid}`} name={uuid}>
              <option value="" />
              {answer_choices.map((choice) => (
                <option key={choice} value={choice} selected={choice === answers[uuid]}>
                  {choice}
                </option>
              ))}
            </select>
          )}
        </div>
      ))}
      <button type="submit" class="second">
        {texts.tryOut.see}
      </button>
    </Form>
  </section>
)
