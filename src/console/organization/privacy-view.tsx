import { Form, FormButton, TextField } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface PrivacyProps {
  readonly texts: AdministrationTexts
  readonly token: string
  readonly typed: { readonly emails: string; readonly first: string; readonly last: string }
  readonly errors: Readonly<Record<string, string>>
  readonly mayExport: boolean
  readonly records: readonly {
    readonly id: string
    readonly what: string
    readonly requested: string
    /** Undefined while the request is in progress. */
    readonly done: string | undefined
    readonly entries: string
    readonly proof: string
  }[]
}

export interface ConfirmErasureProps {
  readonly texts: AdministrationTexts
  readonly token: string
  readonly action: 'guests' | 'meetings'
  /** The fields of the request, to submit again. */
  readonly fields: Readonly<Record<string, string>>
  /** The addresses, or the days. */
  readonly about: string
  /** How many meetings and invitees. */
  readonly affected: string
}

/** Asks for confirmation before data is deleted. */
export const ConfirmErasure = ({
  texts: { tabs, privacy: texts },
  token,
  action,
  fields,
  about,
  affected,
}: ConfirmErasureProps) => (
  <>
    <OrganizationTabs texts={tabs} current="privacy" />
    <PageHead title={action === 'guests' ? texts.askPeople : texts.askMeetings} />
    <section class="part first">
      <p class="measure">{about}</p>
      <p class="measure">
        <strong>{affected}</strong>
      </p>
      <p class="soft measure">{action === 'guests' ? texts.eraseHint : texts.eraseMeetingsHint}</p>
      <Form token={token} action={`/app/organization/privacy/${action}`} fields={{ ...fields, confirmed: 'yes' }}>
        <div class="row actions">
          <button type="submit" class="danger">
            {action === 'guests' ? texts.eraseNow : texts.deleteNow}
          </button>
          <a class="button second" href="/app/organization/privacy">
            {texts.keep}
          </a>
        </div>
      </Form>
    </section>
  </>
)

/** Data deletion with its requests, and the export. */
export const Privacy = ({
  texts: { tabs, privacy: texts },
  token,
  typed,
  errors,
  mayExport,
  records,
}: PrivacyProps) => (
  <>
    <OrganizationTabs texts={tabs} current="privacy" />
    <PageHead title={texts.title} />
    <section class="part first">
      <h2>{texts.erase}</h2>
      <p class="soft measure">{texts.eraseHint}</p>
      <Form token={token} action="/app/organization/privacy/guests" class="narrow-form">
        <TextField
          {...{ name: 'emails', label: texts.addresses, hint: texts.addressesHint, value: typed.emails }}
          {...{ wrong: errors.emails, rows: 2, isExact: true, required: true }}
        />
        <button type="submit" class="danger">
          {texts.eraseThese}
        </button>
      </Form>
    </section>
    <section class="part">
      <h2>{texts.eraseMeetings}</h2>
      <p class="soft measure">{texts.eraseMeetingsHint}</p>
      <Form token={token} action="/app/organization/privacy/meetings" class="narrow-form">
        <div class="fields">
          {(['first', 'last'] as const).map((name) => (
            <TextField
              key={name}
              {...{ name, type: 'date', value: typed[name], wrong: errors[name], required: true }}
              label={name === 'first' ? texts.from : texts.to}
            />
          ))}
        </div>
        <button type="submit" class="danger">
          {texts.deleteThese}
        </button>
      </Form>
    </section>
    <section class="part">
      <h2>{texts.records}</h2>
      <p class="soft measure">{texts.recordsHint}</p>
      {records.length === 0 ? (
        <p class="empty">{texts.none}</p>
      ) : (
        <ul class="list">
          {records.map((record) => (
            <li key={record.id}>
              <span class="grow">
                <span class="name">{record.what}</span>
                <span class="facts">
                  <span>{record.requested}</span>
                  {record.done !== undefined && <span>{record.done}</span>}
                  {record.done !== undefined && <span>{record.entries}</span>}
                  <span class="mono">{record.proof}</span>
                </span>
              </span>
              {record.done === undefined && <span class="chip pending">{texts.pending}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
    {mayExport && (
      <section class="part">
        <h2>{texts.export}</h2>
        <p class="soft measure">{texts.exportHint}</p>
        <FormButton token={token} action="/app/organization/export" button="second">
          {texts.download}
        </FormButton>
      </section>
    )}
  </>
)
