import { filled } from '#ui/format.ts'
import { Form, Switch } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { MessagesTexts } from '../../../languages/console/messages.ts'

interface ListedMessage {
  readonly id: string
  readonly sentence: string
  readonly subject: string
  /** Null: every event type. */
  readonly types: string | null
  readonly isOn: boolean
}

interface MessageListProps {
  readonly texts: MessagesTexts
  readonly token: string
  readonly wrong: string | undefined
  readonly messages: readonly ListedMessage[]
  readonly templates: readonly { readonly name: string; readonly title: string; readonly sentence: string }[]
}

/** Each rule as a sentence, and what another can begin with. */
export const MessageList = ({ texts, token, wrong, messages, templates }: MessageListProps) => (
  <>
    <PageHead title={texts.title} />
    {wrong !== undefined && (
      <p class="note warn" role="alert">
        {wrong}
      </p>
    )}
    <p class="soft measure">{texts.hint}</p>
    {messages.length === 0 ? (
      <p class="empty">{texts.none}</p>
    ) : (
      <ul class="list">
        {messages.map(({ id, sentence, subject, types, isOn }) => (
          <li key={id}>
            <span class="grow">
              <a class="name" href={`/app/messages/${id}`}>
                {sentence}
              </a>
              <span class="facts">
                <span>{subject}</span>
                <span>{types ?? texts.allTypes}</span>
              </span>
            </span>
            {!isOn && <span class="chip">{texts.off}</span>}
            <Switch
              {...{ token, action: `/app/messages/${id}/switch`, name: 'active', isOn }}
              label={filled(texts.switchLabel, { name: sentence })}
            />
          </li>
        ))}
      </ul>
    )}
    <section class="part">
      <h2>{texts.add}</h2>
      <p class="hint">{texts.addHint}</p>
      <div class="message-templates">
        {templates.map(({ name, title, sentence }) => (
          <Form key={name} token={token} action="/app/messages" fields={{ template: name }}>
            <button type="submit" class="second">
              <b>{title}</b>
              <span>{sentence}</span>
            </button>
          </Form>
        ))}
      </div>
    </section>
  </>
)
