// seconds: 4
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { z } from 'zod'
import { routes } from '#app.ts'
import { isScope } from '#contract/scopes.ts'
import { type Route, routeOf } from '#execution/route-table.ts'
import { type ApiDocument, describeApi } from '#http/openapi.ts'
import { fieldTextKey, fieldTexts } from '#http/openapi-fields.ts'
import type { Schema } from '#http/openapi-schemas.ts'
import { packageRoot } from '#platform/root.ts'
import { readVersion } from '#platform/version.ts'
import { DocumentChecker, escapePointer, operationsIn } from '../support/api-document.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let answer: Answer
let document: ApiDocument

before(async () => {
  app = await testApp()
  answer = await app.ask('GET /openapi.json')
  document = answer.body
})

describe('GET /openapi.json', () => {
  test('200: for everyone, from everywhere, with the headers of every answer', async () => {
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
      assert.ok(answer.headers[name], name)
    assert.equal(document.openapi, '3.1.0')
    assert.equal(document.info.version, await readVersion())
    assert.deepEqual(document.servers, [{ url: app.context.links.api }])
  })

  test('the same bytes each time, also when it is made again', async () => {
    assert.equal((await app.ask('GET /openapi.json')).text, answer.text)
    assert.equal(JSON.stringify(describeApi(routes, app.context.links, await readVersion())), answer.text)
  })

  test('addresses in it are the ones that are configured', async () => {
    const elsewhere = await testApp({
      settings: { OPENSLOT_BASE_URL: 'https://api.acme.test/v2', OPENSLOT_SITE_URL: 'https://meet.acme.test' },
    })
    const { text, body } = await elsewhere.ask('GET /openapi.json')
    assert.deepEqual(body.servers, [{ url: 'https://api.acme.test/v2' }])
    assert.match(text, /"scheduling_url":"https:\/\/meet\.acme\.test\//)
    assert.doesNotMatch(text, /example\.test|127\.0\.0\.1/)
  })

  test('429: too many from one source', async () => {
    const limited = await testApp({ settings: { OPENSLOT_RATE_LIMITS: 'on', OPENSLOT_RATE_LIMIT: '2' } })
    for (const status of [200, 200, 429])
      assert.equal((await limited.ask('GET /openapi.json', { from: '192.0.2.7' })).status, status)
    assert.equal((await limited.ask('GET /docs', { from: '192.0.2.7' })).status, 429)
  })
})

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    )
    assert.ok(valid, JSON.stringify(errors))
  })

  test('describes every address, each with a name of its own', () => {
    const described = operationsIn(document)
    assert.deepEqual(
      described.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`).sort(),
      Object.keys(routes).sort(),
    )
    assert.equal(new Set(described.map(({ operation }) => operation.operationId)).size, described.length)
    for (const { operation } of described) {
      assert.ok(operation.summary)
      assert.deepEqual(
        operation.tags.filter((tag) => !document.tags.some(({ name }) => name === tag)),
        [],
      )
    }
  })

  test('names the scopes of each operation', () => {
    for (const { method, path, operation } of operationsIn(document)) {
      const entry = Object.entries(routes).find(
        ([address]) => address === `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      )?.[1]
      assert.ok(entry)
      const { scopes } = routeOf(entry).operation
      assert.deepEqual(operation['x-required-scopes'], scopes)
      assert.ok(
        scopes.length > 0 &&
          scopes.every(isScope) &&
          scopes.every((scope) => operation.description.includes(`\`${scope}\``)),
        path,
      )
    }
  })

  test('takes fields in one place: path, query or body', () => {
    for (const { method, path, operation } of operationsIn(document)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const names = operation.parameters.map(({ name }) => name)
      assert.equal(new Set(names).size, names.length, path)
      assert.deepEqual(
        operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
        inPath,
      )
      if (method === 'GET' || method === 'DELETE') assert.equal(operation.requestBody, undefined)
      else
        assert.deepEqual(
          operation.parameters.filter((parameter) => parameter.in === 'query'),
          [],
        )
    }
  })

  test('every POST may be sent again under a key, and nothing else; limits beside the general one are named', () => {
    for (const { method, path, operation } of operationsIn(document)) {
      const headers = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
      const isPost = method === 'POST'
      assert.deepEqual(headers, isPost ? ['Idempotency-Key'] : [], path)
      assert.equal('422' in operation.responses, isPost, path)
      const [answered] = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      assert.equal('idempotency-replayed' in (answered?.[1].headers ?? {}), isPost, path)
      const { limit } = routeOf(
        routes[`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` as keyof typeof routes] as Route,
      ).operation
      assert.equal(/Besides the general limit/.test(operation.description), limit !== undefined, path)
    }
  })

  test('declares nullable fields in their type', () => {
    assert.doesNotMatch(answer.text, /"anyOf":\[\{"type":"\w+"[^[\]]*\},\{"type":"null"\}\]/)
    assert.deepEqual(document.components.schemas.User?.properties?.avatar_url?.type, ['string', 'null'])
  })

  test('has no twins of a schema, and none without a use', () => {
    for (const name of Object.keys(document.components.schemas)) {
      assert.doesNotMatch(name, /(Input|Output)$/)
      assert.ok(answer.text.includes(`"#/components/schemas/${name}"`), name)
    }
  })

  test('shows every resource whole, as its own schema reads it', () => {
    const outputs = Object.values(routes).map((entry) => routeOf(entry).operation.output as z.ZodType)
    const named = new Map(
      outputs
        .map((output) => [output.meta()?.id, output])
        .filter((pair): pair is [string, z.ZodType] => pair[0] !== undefined),
    )
    assert.ok(named.size >= 7)
    for (const [id, output] of named) {
      const example = document.components.schemas[id]?.examples?.[0]
      assert.ok(example, `${id} has no example: add one to the .meta() of its schema`)
      assert.ok(
        isDeepStrictEqual(output.parse(example), example),
        `the example of ${id} is not what its schema reads: ${JSON.stringify(example)}`,
      )
    }
  })

  test('shows only examples that its own schemas allow', () => {
    const checker = new DocumentChecker(document)
    let checked = 0
    const visit = (value: unknown, pointer: string): void => {
      if (value === null || typeof value !== 'object') return
      const { schema, example, examples } = value as { schema?: object; example?: unknown; examples?: unknown }
      const shown = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(schema && examples ? (examples as Record<string, { value: unknown }>) : {}).map(
          (one) => one.value,
        ),
      ]
      const atSchema = Array.isArray(examples) ? examples : []
      for (const one of [
        ...shown.map((body) => [`${pointer}/schema`, body] as const),
        ...atSchema.map((body) => [pointer, body] as const),
      ]) {
        checked += 1
        assert.equal(checker.complaintAt(...one), undefined, `${one[0]}: ${JSON.stringify(one[1])}`)
      }
      for (const [name, member] of Object.entries(value))
        if (name !== 'example' && name !== 'examples') visit(member, `${pointer}/${escapePointer(name)}`)
    }
    visit(document.paths, '/paths')
    visit(document.components, '/components')
    assert.ok(checked > 100, String(checked))
  })

  test('describes every field of a request and of a resource, and every parameter', () => {
    const without: string[] = []
    const used = new Set<string>()
    const note = (owner: string, name: string, { description }: { readonly description?: string }): void => {
      const key = fieldTextKey(owner, name)
      if (description === undefined) without.push(`${owner}.${name}`)
      else if (description === fieldTexts[key]) used.add(key)
    }
    const visit = (owner: string, schema: Schema): void => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        note(owner, name, field)
        visit(name, field)
      }
      for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
        if (inner) visit(owner, inner)
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) visit(name, schema)
    for (const { operation } of operationsIn(document)) {
      const owner = operation['x-alias-of'] ?? operation.operationId
      for (const parameter of operation.parameters) note(owner, parameter.name, parameter)
      const body = operation.requestBody?.content['application/json'].schema
      if (body) visit(owner, body)
    }
    assert.deepEqual(without, [])
    assert.deepEqual(
      Object.keys(fieldTexts).filter((key) => !used.has(key)),
      [],
      'texts that no field uses',
    )
  })

  test('is the one that was last agreed on', async () => {
    const file = join(packageRoot, 'test/contract/openapi.snapshot.json')
    const now = `${JSON.stringify(document, null, 2)}\n`
    if (process.env.UPDATE_SNAPSHOTS) await writeFile(file, now)
    const agreed = await readFile(file, 'utf8')
    assert.ok(
      agreed === now,
      `GET /openapi.json is not what test/contract/openapi.snapshot.json has; ${firstDifference(agreed, now)}\nIf clients may see this change: UPDATE_SNAPSHOTS=1 npm test -- openapi, look at the difference in git, and commit it.`,
    )
  })
})

const firstDifference = (before: string, after: string): string => {
  const [agreed, now] = [before.split('\n'), after.split('\n')]
  const line = now.findIndex((text, at) => text !== agreed[at])
  return line < 0
    ? 'its end is missing.'
    : `line ${line + 1} is ${now[line]?.trim()} and was ${agreed[line]?.trim() ?? 'not there'}`
}
