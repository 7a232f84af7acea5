import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { Form } from '../forms.tsx'
import { OrganizationTabs } from './tabs.tsx'

export const mailFilters = ['pending', 'sent', 'failed'] as const

export type MailFilter = (typeof mailFilters)[number]

interface SentMailProps {
  readonly texts: AdministrationTexts
  readonly status: MailFilter | undefined
  readonly token: string
  readonly lacksServer: boolean
  readonly mails: readonly {
    readonly id: string
    readonly to: string
    readonly subject: string
    readonly status: MailFilter | 'expired' | 'erased'
    readonly outcome: string | undefined
    readonly when: string
    /** The address of the meeting in the console. */
    readonly meeting: string | undefined
  }[]
  /** The token of the next page. */
  readonly older: string | undefined
}

const path = '/app/organization/mail'

export const SentMail = ({ texts: { tabs, mail: texts }, token, status, lacksServer, mails, older }: SentMailProps) => (
  <>
    <OrganizationTabs texts={tabs} current="mail" />
    <div class="head">
      <h1>{texts.title}</h1>
      <nav class="segments" aria-label={texts.title}>
        <a href={path} aria-current={status === undefined ? 'page' : undefined}>
          {texts.all}
        </a>
        {mailFilters.map((one) => (
          <a key={one} href={`${path}?status=${one}`} aria-current={one === status ? 'page' : undefined}>
            {texts.statuses[one]}
          </a>
        ))}
      </nav>
      <Form token={token} action={`${path}/test`} swaps>
        <button type="submit" class="second">
          {texts.test.send}
        </button>
      </Form>
    </div>
    {lacksServer && <p class="note warn">{texts.noServer}</p>}
    {mails.length === 0 ? (
      <p class="empty">{status === undefined ? texts.none : texts.noneSo}</p>
    ) : (
      <ul class="list">
        {mails.map((mail) => (
          <li key={mail.id}>
            <span class="grow">
              <span class="name">{mail.subject}</span>
              <span class="facts">
                <span>{mail.to}</span>
                <span class="num">{mail.when}</span>
                {mail.outcome !== undefined && <span>{mail.outcome}</span>}
                {mail.meeting !== undefined && (
                  <span>
                    <a href={mail.meeting}>{texts.meeting}</a>
                  </span>
                )}
              </span>
            </span>
            <span class={`chip ${mail.status}`}>{texts.statuses[mail.status]}</span>
          </li>
        ))}
      </ul>
    )}
    <p class="hint row pages">
      {texts.hint}
      {older !== undefined && <a href={`${path}?${new URLSearchParams({ ...(status && { status }), page: older })}`}>{texts.older}</a>}
    </p>
  </>
)
