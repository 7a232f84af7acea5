import { Form, optionsOf, SaveButton, SavedSign, SelectField, TextField } from '#ui/forms.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface VisitorRulesViewProps {
  readonly texts: AdministrationTexts
  readonly saved: string
  readonly token: string
  readonly action: string
  readonly protection: string
  /** One on each line. */
  readonly blocked: string
  readonly errors: Readonly<Record<string, string>>
}

/** What booking pages ask of visitors, and who is blocked. */
export const VisitorRulesView = ({
  texts: { tabs, visitors: texts },
  saved,
  token,
  action,
  protection,
  blocked,
  errors,
}: VisitorRulesViewProps) => (
  <>
    <OrganizationTabs texts={tabs} current="visitors" />
    <div class="head">
      <h1>{texts.title}</h1>
      <SavedSign text={saved} />
    </div>
    <p class="soft measure">{texts.hint}</p>
    <Form token={token} action={action} savesFields id="visitors-form">
      <SelectField
        name="bot_protection"
        label={texts.protection}
        hint={texts.protectionHint}
        options={optionsOf(texts.protections)}
        value={protection}
        wrong={errors.bot_protection}
      />
      <TextField
        name="blocked_addresses"
        label={texts.blocked}
        hint={texts.blockedHint}
        rows={8}
        value={blocked}
        isExact
        wrong={errors.blocked_addresses}
      />
      <SaveButton text={texts.save} />
    </Form>
  </>
)
