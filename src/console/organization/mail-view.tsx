import { FormButton } from '#ui/forms.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

export const mailFilters = ['pending', 'sent', 'failed'] as const

export type MailFilter = (typeof mailFilters)[number]

interface SentMailProps {
  readonly texts: AdministrationTexts
  readonly status: MailFilter | undefined
  readonly search: string
  readonly page: string | undefined
  /** The email whose text is shown. */
  readonly opened: { readonly id: string; readonly text: string } | undefined
  readonly token: string
  readonly lacksServer: boolean
  readonly mails: readonly {
    readonly id: string
    readonly to: string
    readonly subject: string
    readonly status: MailFilter | 'written' | 'expired' | 'erased'
    readonly outcome: string | undefined
    readonly when: string
    /** The address of the meeting in the console. */
    readonly meeting: string | undefined
  }[]
  /** The token of the next page. */
  readonly older: string | undefined
}

const path = '/app/organization/mail'

export const SentMail = ({
  texts: { tabs, mail: texts, activity },
  token,
  status,
  search,
  page,
  opened,
  lacksServer,
  mails,
  older,
}: SentMailProps) => {
  const at = (changed: Readonly<Record<string, string | undefined>>): string => {
    const all = Object.entries({ status, q: search === '' ? undefined : search, ...changed })
    const query = new URLSearchParams(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
    return query.size === 0 ? path : `${path}?${query}`
  }
  return (
    <>
      <OrganizationTabs texts={tabs} current="mail" />
      <div class="head">
        <h1>{texts.title}</h1>
        <SearchField
          id="mail-search"
          action={path}
          value={search}
          label={activity.search}
          kept={status === undefined ? {} : { status }}
        />
        <nav class="segments" aria-label={texts.title}>
          <a href={at({ status: undefined })} aria-current={status === undefined ? 'page' : undefined}>
            {texts.all}
          </a>
          {mailFilters.map((one) => (
            <a key={one} href={at({ status: one })} aria-current={one === status ? 'page' : undefined}>
              {texts.statuses[one === 'sent' && lacksServer ? 'written' : one]}
            </a>
          ))}
        </nav>
        <FormButton token={token} action={`${path}/test`} swaps button="second">
          {texts.test.send}
        </FormButton>
      </div>
      {lacksServer && <p class="note warn">{texts.noServer}</p>}
      {mails.length === 0 ? (
        <p class="empty">{status === undefined && search === '' ? texts.none : texts.noMatches}</p>
      ) : (
        <ul class="list">
          {mails.map((mail) => (
            <li key={mail.id} id={`mail-${mail.id}`}>
              <span class="grow">
                {mail.status === 'sent' || mail.status === 'written' ? (
                  <a
                    class="name"
                    href={`${at({ page, open: mail.id === opened?.id ? undefined : mail.id })}#mail-${mail.id}`}
                    aria-expanded={mail.id === opened?.id}
                  >
                    {mail.subject}
                  </a>
                ) : (
                  <span class="name">{mail.subject}</span>
                )}
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
                {mail.id === opened?.id && <span class="mail-text">{opened.text}</span>}
              </span>
              <span class={`chip ${mail.status}`}>{texts.statuses[mail.status]}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="hint row pages">
        {texts.hint}
        {older !== undefined && <a href={at({ page: older })}>{texts.older}</a>}
      </p>
    </>
  )
}
