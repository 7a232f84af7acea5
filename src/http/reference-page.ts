import { html, type Markup, markdown, spans } from './markup.ts'
import type { ApiDocument, ApiOperation, Parameter } from './openapi.ts'
import type { Response } from './openapi-answers.ts'
import { type Schema, schemaName } from './openapi-schemas.ts'
import { page } from './page.ts'

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
  /** Other addresses of the same. */
  readonly aliases: readonly Omit<Entry, 'aliases'>[]
}

/** The reference as one page, from the OpenAPI document alone. */
export const renderReference = (document: ApiDocument): string => {
  const { info, tags, components } = document
  const everything = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const aliasesOf = (id: string) => everything.filter(({ operation }) => operation['x-alias-of'] === id)
  const entries = everything
    .filter(({ operation }) => !operation['x-alias-of'])
    .map((entry): Entry => ({ ...entry, aliases: aliasesOf(entry.operation.operationId) }))
  const chapters = tags.map((tag) => ({ ...tag, id: idOf(tag.name), entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)) }))
  const resources = Object.entries(components.schemas)
  const body = html`<div class="reference">
<nav aria-label="Contents">
<b>${info.title}</b><small>Version ${info.version} · <a href="openapi.json">OpenAPI 3.1</a></small>
<ul>
<li><a href="#about">About</a></li>
${chapters.map(({ id, name, entries }) => html`<li><a href="#${id}">${name}</a><ul>${entries.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul></li>`)}
<li><a href="#resources">Resources</a><ul>${resources.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></li>
<li><a href="#scopes">Scopes</a></li>
</ul>
</nav>
<main>
<section class="about" id="about"><h1>${info.title}</h1>${markdown(info.description)}</section>
${chapters.map(({ id, name, description, entries }) => html`<section class="chapter" id="${id}"><h2>${name}</h2><p>${spans(description)}</p>${entries.map((entry) => renderOperation(entry, document))}</section>`)}
<section class="chapter" id="resources"><h2>Resources</h2><p>What the answers are made of.</p>${resources.map(([name, schema]) => renderResource(name, schema))}</section>
<section class="chapter about" id="scopes"><h2>Scopes</h2>${markdown(components.securitySchemes.bearer?.description ?? '')}</section>
</main>
</div>`
  return page(info.title, body)
}

const idOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

const renderOperation = (entry: Entry, document: ApiDocument): Markup => {
  const { operation, aliases } = entry
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const [[status, answer] = ['', {}]] = Object.entries(responses)
  return html`<article id="${operationId}">
<div>
<h3><a href="#${operationId}">${summary}</a></h3>
${renderAddress(entry)}
${markdown(description)}
${parameters.length > 0 && html`<h4>Parameters</h4><dl>${parameters.map(renderParameter)}</dl>`}
${body && html`<h4>Body</h4>${renderFields(body.schema)}`}
${aliases.length > 0 && html`<h4>Also at</h4>${aliases.map((alias) => html`<div id="${alias.operation.operationId}">${renderAddress(alias)}</div>`)}`}
<details><summary>Errors</summary>${renderErrors(responses, document)}</details>
</div>
<div class="code">
<h4>Request</h4><pre class="command"><code>${renderCurl(entry, document)}</code></pre>
<h4>Answer ${status}</h4><p>${renderKind(answer)}</p>${answer.content && renderJson(answer.content['application/json'].example)}
</div>
</article>`
}

const renderAddress = ({ method, path }: Omit<Entry, 'aliases'>): Markup =>
  html`<p class="address"><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code></p>`

const renderParameter = ({ name, required = false, description, schema }: Parameter): Markup =>
  renderField(name, { ...schema, ...(description === undefined ? {} : { description }) }, required)

const renderFields = ({ properties = {}, required = [] }: Schema): Markup =>
  html`<dl>${Object.entries(properties).map(([name, schema]) => renderField(name, schema, required.includes(name)))}</dl>`

const renderField = (name: string, schema: Schema, required: boolean): Markup =>
  html`<dt><code>${name}</code><small>${renderType(schema)}</small>${required && html`<em>required</em>`}</dt><dd>${renderLimits(schema)}</dd>`

/** `User`, `array of string`, `string (date-time) or null` */
const renderType = (schema: Schema): Markup => {
  const name = schemaName(schema)
  if (name !== undefined) return html`<a href="#${name}">${name}</a>`
  const options = schema.anyOf ?? schema.oneOf
  if (options)
    return html`${options.map((option, at) => html`${at > 0 && ' or '}${option.const === undefined ? renderType(option) : html`<code>${String(option.const)}</code>`}`)}`
  if (schema.type === 'array' && schema.items) return html`array of ${renderType(schema.items)}`
  return html`${[schema.type ?? 'any'].flat().join(' or ')}${schema.format !== undefined && ` (${schema.format})`}`
}

const renderLimits = ({ description, enum: values, const: only, minimum, maximum, minLength, maxLength, default: fallback }: Schema): readonly Markup[] => {
  const words = [
    description !== undefined && spans(description),
    (values ?? (only === undefined ? undefined : [only])) &&
      html`One of ${(values ?? [only]).map((value, at) => html`${at > 0 && ', '}<code>${String(value)}</code>`)}`,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}`,
    maxLength !== undefined && `${minLength ?? 0} to ${maxLength} characters`,
    fallback !== undefined && html`By default <code>${String(fallback)}</code>`,
  ]
  return words.filter((word) => word !== false && word !== undefined).map((word) => html`${word}. `)
}

/** `collection: array of Group; pagination: Pagination` */
const renderKind = ({ content, description }: Response): Markup => {
  const parts = Object.entries(content?.['application/json'].schema.properties ?? {})
  return parts.length === 0
    ? html`${description}`
    : html`${parts.map(([name, schema], at) => html`${at > 0 && '; '}<code>${name}</code>: ${renderType(schema)}`)}`
}

const renderErrors = (responses: ApiOperation['responses'], { components }: ApiDocument): Markup => {
  const refusals = Object.entries(responses).flatMap(([status, response]) => {
    const { content } = (response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1) ?? '']) ?? {}
    const examples = Object.values(content?.['application/json'].examples ?? {}).map(
      ({ value }) => value as { title: string; message: string; details?: [{ parameter: string; message: string }] },
    )
    return examples.map(
      ({ title, message, details }) =>
        html`<tr><th>${status}</th><td>${title}</td><td>${message}${details && html` <code>${details[0].parameter}</code> ${details[0].message}`}</td></tr>`,
    )
  })
  return html`<table>${refusals}</table>`
}

const renderCurl = ({ method, path, operation: { parameters, requestBody } }: Entry, { servers }: ApiDocument): string => {
  const example = ({ schema }: Parameter): string => String(schema.examples?.[0] ?? schema.enum?.[0] ?? '')
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, example(parameter)), path)
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const words = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${servers[0].url}${inPath}'`, '-H "Authorization: Bearer $TOKEN"']
  for (const parameter of query) words.push(`-G --data-urlencode '${parameter.name}=${example(parameter)}'`)
  if (requestBody) words.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(requestBody.content['application/json'].example, null, 2)}'`)
  return words.join(' \\\n  ')
}

const renderResource = (name: string, schema: Schema): Markup => html`<article id="${name}">
<div><h3><a href="#${name}">${name}</a></h3>${renderFields(schema)}</div>
<div class="code"><h4>Example</h4>${renderJson(schema.examples?.[0])}</div>
</article>`

/** Keys stay as they are, texts and other values get a colour each. */
const renderJson = (value: unknown): Markup => {
  const tokens = (JSON.stringify(value, null, 2) ?? '').split(/("(?:[^"\\]|\\.)*":?|true|false|null|-?\d[\d.eE+-]*)/)
  return html`<pre tabindex="0"><code>${tokens.map((token, at) => (at % 2 === 0 || token.endsWith(':') ? token : token.startsWith('"') ? html`<i>${token}</i>` : html`<u>${token}</u>`))}</code></pre>`
}
