// Stands in for the person of a guide: signs in, allows what an application asks for, and prints the code that their
// browser would bring back. node allow-app.mjs AUTHORIZE_URL EMAIL PASSWORD
const [address, email, password] = process.argv.slice(2)
const { origin } = new URL(address)
const cookies = new Map()

const visit = async (url, form) => {
  const answer = await fetch(url, {
    method: form ? 'POST' : 'GET',
    body: form,
    redirect: 'manual',
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin,
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
    },
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  return { location: answer.headers.get('location'), text: await answer.text() }
}

/** A form of the page as it would be sent with everything in it left as it is. */
const formIn = (text) => {
  const plain = (value) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  const fields = [...text.matchAll(/<input[^>]*\bname="([^"]+)"[^>]*>/g)].map(([tag, name]) => [
    name,
    plain(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''),
  ])
  return new URLSearchParams(fields)
}

const login = formIn((await visit(`${origin}/login`)).text)
login.set('email', email)
login.set('password', password)
await visit(`${origin}/login`, login)
const consent = formIn((await visit(address)).text)
consent.set('decision', 'allow')
const { location, text } = await visit(`${origin}/oauth/authorize`, consent)
if (!location) throw new Error(`Nobody was sent on: ${text}`)
console.log(new URL(location).searchParams.get('code'))
