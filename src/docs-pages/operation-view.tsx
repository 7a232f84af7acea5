import { type ComponentChildren, Fragment } from 'preact'
import type { ApiDocument, ApiOperation, Parameter } from '#http/openapi.ts'
import type { Response } from '#http/openapi-answers.ts'
import { type Schema, schemaName } from '#http/openapi-schemas.ts'
import { Examples, JsonBlock } from './code.tsx'
import { type Request, requestExamples } from './request-examples.ts'
import { ShortMarkdown, spans } from './short-markdown.tsx'

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

interface OperationProps {
  readonly entry: Entry
  readonly document: ApiDocument
}

export const Operation = ({ entry, document }: OperationProps) => {
  const { operation, aliases } = entry
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const [[status, answer] = ['', {}]] = Object.entries(responses)
  return (
    <article id={operationId}>
      <div>
        <h2>
          <a href={`#${operationId}`}>{summary}</a>
        </h2>
        <Address {...entry} />
        <ShortMarkdown text={description} />
        {parameters.length > 0 && (
          <>
            <h3>Parameters</h3>
            <dl>
              {parameters.map((parameter) => (
                <ParameterField key={parameter.name} {...parameter} />
              ))}
            </dl>
          </>
        )}
        {body && (
          <>
            <h3>Body</h3>
            <ObjectFields schema={body.schema} />
          </>
        )}
        {aliases.length > 0 && (
          <>
            <h3>Also at</h3>
            {aliases.map((alias) => (
              <div key={alias.operation.operationId} id={alias.operation.operationId}>
                <Address {...alias} />
                <ShortMarkdown text={alias.operation.description.split('\n\n', 1).join()} />
              </div>
            ))}
          </>
        )}
        <details>
          <summary>Errors</summary>
          <Errors responses={responses} document={document} />
        </details>
      </div>
      <div class="code">
        <h3>Request</h3>
        <Examples all={requestExamples(entry, document)} />
        <Trial {...entry} />
        <h3>Response {status}</h3>
        <p>{kindOf(answer)}</p>
        {answer.content && <JsonBlock value={answer.content['application/json'].example} />}
      </div>
    </article>
  )
}

/** `GET`, in the color of its kind. */
export const Method = ({ name }: { readonly name: string }) => (
  <span class={`method ${name}`}>{name.toUpperCase()}</span>
)

const Address = ({ method, path }: Request) => (
  <p class="address">
    <Method name={method} />
    <code>{path}</code>
  </p>
)

const ParameterField = ({ name, required = false, description, schema }: Parameter) => (
  <SchemaField
    name={name}
    schema={{ ...schema, ...(description === undefined ? {} : { description }) }}
    required={required}
  />
)

const Fields = ({ schema: { properties = {}, required = [] } }: { readonly schema: Schema }) => (
  <dl>
    {Object.entries(properties).map(([name, schema]) => (
      <SchemaField key={name} name={name} schema={schema} required={required.includes(name)} />
    ))}
  </dl>
)

/** The fields of an object, of each object of an array, or of each kind of object that is possible. */
const ObjectFields = ({ schema }: { readonly schema: Schema }) =>
  joined(
    objectsIn(schema).map((object) => <Fields schema={object} />),
    <p>or</p>,
  )

const objectsIn = ({ properties, items, anyOf, oneOf, ...rest }: Schema): readonly Schema[] =>
  properties ? [{ ...rest, properties }] : [...(anyOf ?? oneOf ?? []), ...(items ? [items] : [])].flatMap(objectsIn)

interface SchemaFieldProps {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
}

const SchemaField = ({ name, schema, required }: SchemaFieldProps) => (
  <>
    <dt>
      <code>{name}</code>
      <small>{typeOf(schema)}</small>
      {required && <em>required</em>}
    </dt>
    <dd>
      {limitsOf(schema)}
      <ObjectFields schema={schema} />
    </dd>
  </>
)

/** With a separator between each two. */
const joined = (parts: readonly ComponentChildren[], separator: ComponentChildren): ComponentChildren =>
  parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && separator}
      {part}
    </Fragment>
  ))

const codes = (values: readonly unknown[]): ComponentChildren =>
  joined(
    values.map((value) => <code key={String(value)}>{String(value)}</code>),
    ', ',
  )

/** `User`, `array of string`, `string (date-time) or null` */
const typeOf = (schema: Schema): ComponentChildren => {
  const name = schemaName(schema)
  if (name !== undefined) return <a href={`/docs/resources#${name}`}>{name}</a>
  const options = schema.anyOf ?? schema.oneOf
  if (options)
    return joined(
      options.map((option) => (option.const === undefined ? typeOf(option) : codes([option.const]))),
      ' or ',
    )
  if (schema.type === 'array' && schema.items) return <>array of {typeOf(schema.items)}</>
  return `${[schema.type ?? 'any'].flat().join(' or ')}${schema.format === undefined ? '' : ` (${schema.format})`}`
}

const limitsOf = ({
  description,
  enum: values,
  const: only,
  minimum,
  maximum,
  minLength,
  maxLength,
  default: fallback,
}: Schema): ComponentChildren => {
  const texts: readonly ComponentChildren[] = [
    description !== undefined && spans(description),
    values && <>One of {codes(values)}</>,
    only !== undefined && <>Always {codes([only])}</>,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}`,
    maxLength !== undefined && `${minLength ?? 0} to ${maxLength} characters`,
    fallback !== undefined && <>By default {codes([fallback])}</>,
  ]
  return texts.filter((word) => word !== false && word !== undefined).map((word) => <>{word}. </>)
}

/** `collection: array of Group; pagination: Pagination` */
const kindOf = ({ content, description }: Response): ComponentChildren => {
  const parts = Object.entries(content?.['application/json'].schema.properties ?? {})
  if (parts.length === 0) return description
  return joined(
    parts.map(([name, schema]) => (
      <>
        <code>{name}</code>: {typeOf(schema)}
      </>
    )),
    '; ',
  )
}

interface ErrorsProps {
  readonly responses: ApiOperation['responses']
  readonly document: ApiDocument
}

const Errors = ({ responses, document: { components } }: ErrorsProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable.
  <div class="table" tabIndex={0}>
    <table>
      <tbody>
        {Object.entries(responses).flatMap(([status, response]) => {
          const { content } =
            (response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1) ?? '']) ?? {}
          return Object.values(content?.['application/json'].examples ?? {}).map(({ value }) => {
            const { title, message, details } = value as {
              title: string
              message: string
              details?: [{ parameter: string; message: string }]
            }
            return (
              <tr key={message}>
                <th scope="row">{status}</th>
                <td>{title}</td>
                <td>
                  {message}
                  {details && (
                    <>
                      {' '}
                      <code>{details[0].parameter}</code> {details[0].message}
                    </>
                  )}
                </td>
              </tr>
            )
          })
        })}
      </tbody>
    </table>
  </div>
)

/** What the script of the page makes a form of. Without it there is nothing to see. */
const Trial = ({ method, path, operation: { operationId, parameters, requestBody } }: Entry) => {
  const fields = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: position, required = false }) => ({ name, in: position, required }))
  return (
    <div
      class="try"
      hidden
      data-name={operationId}
      data-method={method.toUpperCase()}
      data-path={path}
      data-fields={JSON.stringify(fields)}
      data-body={requestBody && JSON.stringify(requestBody.content['application/json'].example, null, 2)}
    />
  )
}

interface ResourceProps {
  readonly name: string
  readonly schema: Schema
}

export const Resource = ({ name, schema }: ResourceProps) => (
  <article id={name}>
    <div>
      <h2>
        <a href={`#${name}`}>{name}</a>
      </h2>
      <ObjectFields schema={schema} />
    </div>
    <div class="code">
      <h3>Example</h3>
      <JsonBlock value={schema.examples?.[0]} />
    </div>
  </article>
)
