import { addCopyButtons } from './copy.ts'
import { element } from './element.ts'

interface Field {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
}

/** Kept while the page is open, and nowhere else. */
let token = ''

interface Account {
  /** Undefined for those who are not signed in. */
  readonly email?: string
  readonly form_token?: string
}

const account = async (): Promise<Account> =>
  (await fetch('/docs/trial', { cache: 'no-store' })).json() as Promise<Account>

/** For an hour, with all that they may do. Undefined when they are no longer signed in. */
const tokenOfAccount = async (): Promise<string | undefined> => {
  const { form_token: formToken } = await account()
  if (formToken === undefined) return undefined
  const answer = await fetch('/docs/trial', {
    method: 'POST',
    body: new URLSearchParams({ form_token: formToken }),
    headers: { accept: 'application/json' },
  })
  if (answer.status === 401) return undefined
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { token: string }).token
}

/**
 * Instead of a token at hand: a button for those who are signed in, and for others a link that leads there and back.
 */
const offerAccount = async (place: HTMLElement, anchor: string): Promise<void> => {
  const signIn = (): void => {
    const back = new URLSearchParams({ return_to: `${location.pathname}#${anchor}` })
    place.replaceChildren(element('a', { href: `/login?${back}` }, 'Sign in'), ' to try requests without a token.')
  }
  const { email } = await account()
  if (email === undefined) return signIn()
  const button = element('button', { type: 'button', class: 'second' }, `Use my account (${email})`)
  const said = element('span', { role: 'status' }, 'Creates a token that expires in an hour.')
  button.addEventListener('click', async () => {
    try {
      const made = await tokenOfAccount()
      if (made === undefined) return signIn()
      token = made
      for (const input of document.querySelectorAll<HTMLInputElement>('.trial input[type=password]')) input.value = made
      said.replaceChildren('Your token expires in an hour. To revoke it, go to Developers in the console.')
    } catch {
      said.replaceChildren('Couldn’t create a token. Try again.')
    }
  })
  place.replaceChildren(button, said)
}

/** A button at every operation, which opens a form to send it. */
export const addTrials = (): void => {
  for (const box of document.querySelectorAll<HTMLElement>('.try')) {
    const button = element('button', { type: 'button', class: 'second' }, 'Try it')
    button.addEventListener('click', () => {
      box.replaceChildren(trialOf(box.dataset))
      box.querySelector('input')?.focus()
    })
    box.append(button)
    box.hidden = false
  }
}

const labelled = (label: string, input: HTMLElement): HTMLElement =>
  element('p', { class: 'field' }, element('label', { for: input.id }, label), input)

const trialOf = ({
  name = '',
  method = 'GET',
  path = '',
  fields: listed = '[]',
  body,
}: DOMStringMap): HTMLFormElement => {
  const fields = JSON.parse(listed) as readonly Field[]
  const secret = element('input', { id: `${name}-token`, type: 'password', autocomplete: 'off', required: true })
  secret.value = token
  const inputs = fields.map((field) => ({
    field,
    input: element('input', {
      id: `${name}-${field.in}-${field.name}`,
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      required: field.required,
    }),
  }))
  const text =
    body === undefined ? undefined : element('textarea', { id: `${name}-body`, rows: '10', spellcheck: 'false' })
  if (text && body !== undefined) text.value = body
  const answer = element('div', { role: 'status' })
  const own = element('p', { class: 'own' })
  offerAccount(own, name).catch(() => own.remove())
  const form = element(
    'form',
    { class: 'trial' },
    element(
      'p',
      {},
      method === 'GET'
        ? 'Sent from this page to this server.'
        : 'Sent from this page to this server. This request changes data.',
    ),
    own,
    labelled('Token (not stored)', secret),
    ...inputs.map(({ field, input }) => labelled(`${field.name}${field.required ? '' : ' (optional)'}`, input)),
    ...(text ? [labelled('Body', text)] : []),
    element('button', { type: 'submit' }, `Send ${method}`),
    answer,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    token = secret.value.trim()
    const query = new URLSearchParams()
    let address = path
    for (const { field, input } of inputs) {
      if (field.in === 'path') address = address.replace(`{${field.name}}`, encodeURIComponent(input.value.trim()))
      else if (input.value !== '') query.set(field.name, input.value)
    }
    answer.replaceChildren(element('p', {}, 'Waiting for the response…'))
    answer.replaceChildren(...(await send(method, String(query) === '' ? address : `${address}?${query}`, text?.value)))
    addCopyButtons(answer)
  })
  return form
}

const send = async (method: string, address: string, body: string | undefined): Promise<readonly Node[]> => {
  try {
    const answer = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      credentials: 'omit',
      cache: 'no-store',
    })
    const text = await answer.text()
    const shown = text === '' ? [] : [element('pre', { tabindex: '0' }, element('code', {}, formatted(text)))]
    return [element('h3', {}, `Response ${answer.status}`), ...shown]
  } catch {
    return [element('p', {}, 'No response. Check that the service is running.')]
  }
}

const formatted = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
