import type { ApiDocument, ApiOperation, Parameter } from '#http/openapi.ts'
import type { Example } from './code.tsx'

export interface Request {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

/** A request of an operation as somebody would write it who has a token. */
export const requestExamples = (request: Request, document: ApiDocument): readonly Example[] => {
  const written = writtenOf(request, document)
  return [
    { language: 'curl', code: curl(written) },
    { language: 'TypeScript', code: typeScript(written) },
    { language: 'Python', code: python(written) },
  ]
}

interface Written {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly hasAnswer: boolean
}

const exampleOf = ({ schema }: Parameter): string => String(schema.examples?.[0] ?? schema.enum?.[0] ?? '')

const writtenOf = (
  { method, path, operation: { parameters, requestBody, responses } }: Request,
  { servers }: ApiDocument,
): Written => {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const url = new URL(
    servers[0].url +
      inPath.reduce((text, parameter) => text.replace(`{${parameter.name}}`, exampleOf(parameter)), path),
  )
  for (const parameter of parameters)
    if (parameter.in === 'query' && parameter.required) url.searchParams.set(parameter.name, exampleOf(parameter))
  const [[, answer] = []] = Object.entries(responses)
  return {
    method: method.toUpperCase(),
    url: url.href,
    body: requestBody?.content['application/json'].example,
    hasAnswer: answer?.content !== undefined,
  }
}

const curl = ({ method, url, body }: Written): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ')

const typeScript = ({ method, url, body, hasAnswer }: Written): string => {
  const headers = [
    "Authorization: 'Bearer ' + process.env.TOKEN",
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
  ]
  return [
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    ...options,
    '})',
    'if (!answer.ok) throw new Error(await answer.text())',
    hasAnswer ? 'console.log(await answer.json())' : 'console.log(answer.status)',
  ].join('\n')
}

const python = ({ method, url, body, hasAnswer }: Written): string => {
  const headers = [
    `"Authorization": "Bearer " + os.environ["TOKEN"]`,
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    `    headers={${headers.join(', ')}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonOf(body, 1)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    hasAnswer ? '    print(json.load(answer))' : '    print(answer.status)',
  ].join('\n')
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** A JSON value as Python writes it. */
const pythonOf = (value: unknown, depth = 0): string => {
  const [outer, inner] = ['    '.repeat(depth), '    '.repeat(depth + 1)]
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const items = Array.isArray(value)
    ? value.map((item) => pythonOf(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonOf(item, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${outer}${close}`
}
