import { isMcpScope, isScope, legacyScope, scopes } from '#contract/scopes.ts'
import { counted } from '#ui/format.ts'
import { Choice } from '#ui/forms.tsx'
import type { Language } from '../../languages/language.ts'

/** What a list of scopes lets its holder do, in a line of plain words. */
export const scopeSummary = (language: Language, scope: string): string => {
  const { locale, account } = language
  const { tokens } = account
  const asked = scope.split(' ').filter(Boolean)
  const names = asked.filter((name) => isScope(name) || isMcpScope(name))
  if (asked.includes(legacyScope) || scopes.every((one) => asked.includes(one))) return tokens.allScopes
  if (names.length === 0) return tokens.noScopes
  const allowed = names.map((name) => scopeText(language, name))
  return names.length > 4
    ? `${allowed.slice(0, 3).join(' · ')} ${counted({ locale }, names.length - 3, tokens.andMore)}`
    : allowed.join(' · ')
}

/** A scope in plain words. */
const scopeText = ({ account: { scopes: texts, consent } }: Language, scope: string): string => {
  if (scope === legacyScope) return consent.everything
  return isScope(scope) || isMcpScope(scope) ? texts[scope] : scope
}

interface ScopeChoicesProps {
  readonly language: Language
  readonly asked: readonly string[]
  readonly isGrouped: boolean
}

/** Scopes that an application asks for, each in plain words; many of them under what they are about. */
export const ScopeChoices = ({ language, asked, isGrouped }: ScopeChoicesProps) => {
  const { domains } = language.account
  const choices = (scopes: readonly string[]) =>
    scopes.map((scope) => (
      <Choice key={scope} name="scope" value={scope} checked>
        {scopeText(language, scope)}
        <small>{scope}</small>
      </Choice>
    ))
  if (!isGrouped) return <div class="choices">{choices(asked)}</div>
  return (
    <div class="choices">
      {byName(language, asked.map(domainOf)).map((domain) => {
        const own = choices(asked.filter((scope) => domainOf(scope) === domain))
        const name = domains[domain]
        return name === undefined ? (
          own
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a legend can't be a cell of a grid.
          <div key={domain} role="group" aria-label={name}>
            <b>{name}</b>
            {own}
          </div>
        )
      })}
    </div>
  )
}

interface ScopeTableProps {
  readonly language: Language
  readonly chosen: ReadonlySet<string>
}

/** Every scope to tick: those of a domain side by side, and one box for all of them. */
export const ScopeTable = ({ language, chosen }: ScopeTableProps) => {
  const { domains, tokens } = language.account
  return (
    <>
      <label class="choice all" hidden>
        <input type="checkbox" data-all="scope" />
        <span>{tokens.all}</span>
      </label>
      <div class="domains">
        {byName(language, scopes.map(domainOf)).map((domain) => (
          // biome-ignore lint/a11y/useSemanticElements: a legend can't be a cell of a grid.
          <div key={domain} role="group" aria-label={domains[domain] ?? domain}>
            <b>{domains[domain] ?? domain}</b>
            {(['read', 'write'] as const).map((access) => {
              const scope = `${domain}:${access}`
              return isScope(scope) ? (
                <label key={scope} title={scopeText(language, scope)}>
                  <input type="checkbox" name="scope" value={scope} checked={chosen.has(scope)} />
                  <span>{tokens[access]}</span>
                </label>
              ) : null
            })}
          </div>
        ))}
      </div>
    </>
  )
}

const domainOf = (scope: string): string => scope.split(':', 1)[0] ?? scope

/** Each once, by its name in the language. */
const byName = ({ locale, account: { domains } }: Language, given: readonly string[]): readonly string[] =>
  [...new Set(given)].sort((one, other) => (domains[one] ?? one).localeCompare(domains[other] ?? other, locale))
