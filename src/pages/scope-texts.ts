import { isMcpScope, isScope, legacyScope, scopes } from '#contract/scopes.ts'
import { html, type Markup } from '#http/markup.ts'
import { counted } from '#ui/format.ts'
import type { Language } from '../../languages/language.ts'

/** What a list of scopes lets its holder do, in a line of plain words. */
export const scopeSummary = (language: Language, scope: string): string => {
  const { locale, account } = language
  const { tokens } = account
  const asked = scope.split(' ').filter(Boolean)
  const names = asked.filter((name) => isScope(name) || isMcpScope(name))
  if (asked.includes(legacyScope) || scopes.every((one) => asked.includes(one))) return tokens.mayEverything
  if (names.length === 0) return tokens.mayNothing
  const words = names.map((name) => scopeWords(language, name))
  return names.length > 4
    ? `${words.slice(0, 3).join(' · ')} ${counted({ locale }, names.length - 3, tokens.andMore)}`
    : words.join(' · ')
}

/** A scope in plain words. */
const scopeWords = ({ account: { scopes: words, consent } }: Language, scope: string): string => {
  if (scope === legacyScope) return consent.everything
  return isScope(scope) || isMcpScope(scope) ? words[scope] : scope
}

/** A scope to tick, in plain words and by its name. */
const scopeChoice = (language: Language, scope: string): Markup =>
  html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked><span>${scopeWords(language, scope)}<small>${scope}</small></span></label>`

/** Scopes that an application asks for, each in plain words; many of them under what they are about. */
export const scopeChoices = (language: Language, asked: readonly string[], isGrouped: boolean): Markup => {
  if (!isGrouped) return html`<div class="choices">${asked.map((scope) => scopeChoice(language, scope))}</div>`
  const { domains } = language.account
  const groups = byName(language, asked.map(domainOf)).map((domain) => {
    const choices = asked.filter((scope) => domainOf(scope) === domain).map((scope) => scopeChoice(language, scope))
    const name = domains[domain]
    return name === undefined ? choices : html`<div role="group" aria-label="${name}"><b>${name}</b>${choices}</div>`
  })
  return html`<div class="choices">${groups}</div>`
}

/** Every scope to tick: those of a domain side by side, and one box for all of them. */
export const scopeTable = (language: Language, chosen: ReadonlySet<string>): Markup => {
  const { domains, tokens } = language.account
  return html`<label class="choice all" hidden><input type="checkbox" data-all="scope"><span>${tokens.all}</span></label>
<div class="domains">${byName(language, scopes.map(domainOf)).map((domain) => html`<div role="group" aria-label="${domains[domain] ?? domain}"><b>${domains[domain] ?? domain}</b>${['read', 'write'].map((access) => accessChoice(language, `${domain}:${access}`, chosen))}</div>`)}</div>`
}

const domainOf = (scope: string): string => scope.split(':', 1)[0] ?? scope

/** Each once, by its name in the language. */
const byName = ({ locale, account: { domains } }: Language, given: readonly string[]): readonly string[] =>
  [...new Set(given)].sort((one, other) => (domains[one] ?? one).localeCompare(domains[other] ?? other, locale))

const accessChoice = (language: Language, scope: string, chosen: ReadonlySet<string>): Markup | false =>
  isScope(scope) &&
  html`<label title="${scopeWords(language, scope)}"><input type="checkbox" name="scope" value="${scope}"${chosen.has(scope) && html` checked`}><span>${language.account.tokens[scope.endsWith(':read') ? 'read' : 'write']}</span></label>`
