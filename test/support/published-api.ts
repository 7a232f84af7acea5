import google from './published/google-calendar.json' with { type: 'json' }
import microsoft from './published/microsoft-graph.json' with { type: 'json' }
import paypal from './published/paypal.json' with { type: 'json' }
import stripe from './published/stripe.json' with { type: 'json' }
import webex from './published/webex.json' with { type: 'json' }
import zoom from './published/zoom.json' with { type: 'json' }

// The names and types of the operations that we use, from the published OpenAPI descriptions of Google Calendar v3,
// Microsoft Graph v1.0, PayPal, Stripe and Webex, and from the declarations of Zoom's own client.

interface Operation {
  readonly query: Readonly<Record<string, string>>
  readonly headers?: readonly string[]
  readonly body?: string
  readonly answer?: string
}

type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }

interface Description {
  readonly operations: Readonly<Record<string, Operation>>
  readonly shapes: Readonly<Record<string, Shape>>
}

export const published = {
  google: google as unknown as Description,
  microsoft: microsoft as unknown as Description,
  paypal: paypal as unknown as Description,
  stripe: stripe as unknown as Description,
  webex: webex as unknown as Description,
  zoom: zoom as unknown as Description,
}

export interface Described {
  /** `GET /me/events/{event-id}`. */
  readonly name: string
  readonly operation: Operation
  /** What stands in the variable parts of the path. */
  readonly parts: readonly string[]
}

/** The operation at an address, or undefined where the description has none. */
export const describedAt = ({ operations }: Description, method: string, path: string): Described | undefined => {
  for (const [name, operation] of Object.entries(operations)) {
    const [of = '', template = ''] = name.split(' ')
    const form = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`)
    const match = of === method ? form.exec(path) : null
    // The most particular comes first where several fit: `watch` is no id of an event.
    if (match) return { name, operation, parts: match.slice(1).map(decodeURIComponent) }
  }
  return undefined
}

/** What is wrong with a query; `beside` are parameters that only the prose of the documentation names. */
export const wrongQuery = (
  { query }: Operation,
  sent: URLSearchParams,
  beside: readonly string[] = [],
): string | undefined => {
  for (const [name, value] of sent) {
    if (beside.includes(name)) continue
    const type = query[name]
    if (type === undefined) return `There is no parameter ${name}.`
    const isFit =
      type === 'integer'
        ? /^\d+$/.test(value)
        : type === 'boolean'
          ? /^(true|false)$/.test(value)
          : !type.includes('|') || type.split('|').includes(value)
    if (!isFit) return `${name} cannot be ${value}.`
  }
  return undefined
}

/** What is wrong with a body; names that begin with @ are of OData and described elsewhere. */
export const wrongBody = (description: Description, shape: Shape, value: unknown, at = 'body'): string | undefined => {
  if (typeof shape === 'string' && shape.startsWith('#'))
    return wrongBody(description, description.shapes[shape.slice(1)] as Shape, value, at)
  if (value === null) return undefined
  if (typeof shape === 'string') {
    if (shape === 'object' || shape === 'any') return undefined
    if (shape.includes('|'))
      return typeof value === 'string' && shape.split('|').includes(value) ? undefined : `${at} cannot be ${value}.`
    const type = shape === 'integer' ? 'number' : shape
    return typeof value === type ? undefined : `${at} is no ${shape}.`
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${at} is no list.`
    return value.map((one, index) => wrongBody(description, shape[0] as Shape, one, `${at}[${index}]`)).find(Boolean)
  }
  if (typeof value !== 'object') return `${at} is no object.`
  const known = shape as Readonly<Record<string, Shape>>
  for (const [name, part] of Object.entries(value)) {
    const inner = known[name]
    if (inner === undefined && !name.startsWith('@')) return `${at} has no ${name}.`
    const wrong = inner === undefined ? undefined : wrongBody(description, inner, part, `${at}.${name}`)
    if (wrong) return wrong
  }
  return undefined
}

export const shapeNamed = ({ shapes }: Description, name: string): Shape => shapes[name] as Shape
