import { Switch } from '#ui/forms.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { AdministrationTexts } from '../../../languages/console/administration.ts'
import { OrganizationTabs } from './tabs.tsx'

interface RulesProps {
  readonly texts: AdministrationTexts
  readonly token: string
  readonly action: string
  readonly mayChange: boolean
  readonly rights: readonly { readonly name: keyof AdministrationTexts['rules']['rights']; readonly isOn: boolean }[]
}

/** The permissions of members, with a switch for each. */
export const Rules = ({ texts: { tabs, rules: texts }, token, action, mayChange, rights }: RulesProps) => (
  <>
    <OrganizationTabs texts={tabs} current="rules" />
    <PageHead title={texts.title} />
    <p class="soft measure">{texts.hint}</p>
    <ul class="list">
      {rights.map(({ name, isOn }) => (
        <li key={name}>
          <span class="grow">
            <span class="name">{texts.rights[name].title}</span>
            <span class="facts">
              <span>{texts.rights[name].hint}</span>
            </span>
          </span>
          {mayChange && (
            <Switch token={token} action={action} name={name} isOn={isOn} label={texts.rights[name].title} />
          )}
        </li>
      ))}
    </ul>
    <p class="hint">{texts.managed}</p>
  </>
)
