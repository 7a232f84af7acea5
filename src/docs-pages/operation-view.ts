import { html, type Markup, markdown, spans } from '#http/markup.ts'
import type { ApiDocument, ApiOperation, Parameter } from '#http/openapi.ts'
import type { Response } from '#http/openapi-answers.ts'
import { type Schema, schemaName } from '#http/openapi-schemas.ts'
import { examples, jsonBlock } from './code.ts'
import { type Request, requestExamples } from './request-examples.ts'

export interface Entry extends Request {
  /** Other addresses of the same. */
  readonly aliases: readonly Request[]
}

/** The operations of a document, each with its aliases. */
export const entriesOf = (document: ApiDocument): readonly Entry[] => {
  const everything = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const aliasesOf = (id: string) => everything.filter(({ operation }) => operation['x-alias-of'] === id)
  return everything
    .filter(({ operation }) => !operation['x-alias-of'])
    .map((entry): Entry => ({ ...entry, aliases: aliasesOf(entry.operation.operationId) }))
}

export const renderOperation = (entry: Entry, document: ApiDocument): Markup => {
  const { operation, aliases } = entry
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const [[status, answer] = ['', {}]] = Object.entries(responses)
  return html`<article id="${operationId}">
<div>
<h2><a href="#${operationId}">${summary}</a></h2>
${renderAddress(entry)}
${markdown(description)}
${parameters.length > 0 && html`<h3>Parameters</h3><dl>${parameters.map(renderParameter)}</dl>`}
${body && html`<h3>Body</h3>${renderFields(body.schema)}`}
${aliases.length > 0 && html`<h3>Also at</h3>${aliases.map((alias) => html`<div id="${alias.operation.operationId}">${renderAddress(alias)}</div>`)}`}
<details><summary>Errors</summary>${renderErrors(responses, document)}</details>
</div>
<div class="code">
<h3>Request</h3>${examples(requestExamples(entry, document))}
${tryIt(entry)}
<h3>Answer ${status}</h3><p>${renderKind(answer)}</p>${answer.content && jsonBlock(answer.content['application/json'].example)}
</div>
</article>`
}

const renderAddress = ({ method, path }: Request): Markup =>
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
  if (name !== undefined) return html`<a href="/docs/resources#${name}">${name}</a>`
  const options = schema.anyOf ?? schema.oneOf
  if (options)
    return html`${options.map((option, at) => html`${at > 0 && ' or '}${option.const === undefined ? renderType(option) : html`<code>${String(option.const)}</code>`}`)}`
  if (schema.type === 'array' && schema.items) return html`array of ${renderType(schema.items)}`
  return html`${[schema.type ?? 'any'].flat().join(' or ')}${schema.format !== undefined && ` (${schema.format})`}`
}

const renderLimits = ({
  description,
  enum: values,
  const: only,
  minimum,
  maximum,
  minLength,
  maxLength,
  default: fallback,
}: Schema): readonly Markup[] => {
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
    const { content } =
      (response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1) ?? '']) ?? {}
    const examples = Object.values(content?.['application/json'].examples ?? {}).map(
      ({ value }) => value as { title: string; message: string; details?: [{ parameter: string; message: string }] },
    )
    return examples.map(
      ({ title, message, details }) =>
        html`<tr><th scope="row">${status}</th><td>${title}</td><td>${message}${details && html` <code>${details[0].parameter}</code> ${details[0].message}`}</td></tr>`,
    )
  })
  return html`<div class="table" tabindex="0"><table><tbody>${refusals}</tbody></table></div>`
}

/** What the script of the page makes a form of. Without it there is nothing to see. */
const tryIt = ({ method, path, operation: { operationId, parameters, requestBody } }: Entry): Markup => {
  const fields = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: position, required = false }) => ({ name, in: position, required }))
  const body = requestBody && JSON.stringify(requestBody.content['application/json'].example, null, 2)
  return html`<div class="try" hidden data-name="${operationId}" data-method="${method.toUpperCase()}" data-path="${path}" data-fields="${JSON.stringify(fields)}"${body !== undefined && html` data-body="${body}"`}></div>`
}

export const renderResource = (name: string, schema: Schema): Markup => html`<article id="${name}">
<div><h2><a href="#${name}">${name}</a></h2>${renderFields(schema)}</div>
<div class="code"><h3>Example</h3>${jsonBlock(schema.examples?.[0])}</div>
</article>`
