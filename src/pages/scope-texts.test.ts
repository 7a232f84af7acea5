import assert from 'node:assert/strict'
import { test } from 'node:test'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { legacyScope, mcpScopes, scopes } from '#contract/scopes.ts'
import { languageOf } from '../../languages/all.ts'
import { ScopeChoices, scopeSummary } from './scope-texts.tsx'

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope)

test('an application that asks for everything: each scope can be deselected, those of a domain together under its name', () => {
  const asked = [...scopes, ...mcpScopes, legacyScope]
  const text = renderToString(h(ScopeChoices, { language: languageOf('de'), asked, isGrouped: true }))
  assert.deepEqual([...namesIn(text)].sort(), [...asked].sort())
  const [group = ''] = /<div role="group" aria-label="Webhooks">.*?<\/div>/.exec(text) ?? []
  assert.deepEqual(namesIn(group), ['webhooks:read', 'webhooks:write'])
})

test('what somebody was allowed is summed up in words, never by the names of scopes', () => {
  for (const locale of ['de', 'uk'] as const)
    for (const asked of [
      ...[...scopes, ...mcpScopes].map((scope) => [scope]),
      mcpScopes,
      scopes.slice(0, 9),
      [legacyScope],
      [],
    ])
      assert.doesNotMatch(scopeSummary(languageOf(locale), asked.join(' ')), /\w:\w|^$/, asked.join(' '))
})
