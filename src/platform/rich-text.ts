/** A text in both of its forms. */
export interface RichText {
  readonly plain: string
  readonly html: string
}

const inline = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'a', 'code'])
const block = new Set(['p', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'])
/** Removed together with their contents. */
const dropped = /<(script|style|template|iframe|object|noscript|textarea|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tag = /<(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*)?)>/g

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const withoutEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code = Number(/^#x/i.test(name) ? `0x${name.slice(2)}` : name.slice(1))
    const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] as string)

/** Only addresses that a reader can recognise. */
const hrefIn = (attributes: string): string | undefined => {
  const match = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  const href = withoutEntities(match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim()
  return /^(https?:\/\/|mailto:)[^\s<>"]+$/i.test(href) ? href : undefined
}

/**
 * Plain text, or a little HTML, as a user wrote it. The resulting HTML is rebuilt from the allowed tags, one by one,
 * and every tag is closed: no input is passed through unread.
 */
export const parseRichText = (text: string): RichText => {
  const isHtml = /<\/?[A-Za-z][^<>]*>/.test(text)
  if (!isHtml) return plainText(text)

  const source = text.replace(dropped, '')
  const opened: string[] = []
  let html = ''
  let plain = ''
  let from = 0
  const take = (words: string): void => {
    const read = withoutEntities(words)
    html += escaped(read)
    plain += read
  }
  const close = (name: string): void => {
    if (!opened.includes(name)) return
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) {
      html += `</${last}>`
      if (last === name) break
    }
    if (block.has(name)) plain += '\n'
  }
  for (const { 0: whole, 1: slash, 2: rawName = '', 3: attributes = '', index } of source.matchAll(tag)) {
    take(source.slice(from, index))
    from = index + whole.length
    const name = rawName.toLowerCase()
    if (name === 'br') {
      html += '<br>'
      plain += '\n'
    } else if (slash) close(name)
    else if (name === 'a') {
      const href = hrefIn(attributes)
      if (href === undefined) continue
      html += `<a href="${escaped(href)}" rel="noopener nofollow">`
      opened.push('a')
    } else if (inline.has(name) || block.has(name)) {
      // As in HTML, the next paragraph or item ends the one before.
      if ((name === 'p' || name === 'li') && opened.at(-1) === name) close(name)
      html += `<${name}>`
      opened.push(name)
    }
  }
  take(source.slice(from))
  for (const name of opened.reverse()) html += `</${name}>`
  return { plain: plain.replace(/\n{3,}/g, '\n\n').trim(), html }
}

/** What somebody types to get this HTML: plain text where that is all there is in it, and otherwise the HTML itself. */
export const asTyped = (html: string): string => {
  const { plain } = parseRichText(html.replaceAll('</p><p>', '</p>\n<p>'))
  return parseRichText(plain).html === html ? plain : html
}

/** What somebody wrote as plain text, with every sign as it is. */
export const plainText = (text: string): RichText => ({ plain: text, html: text.trim() === '' ? '' : paragraphs(text) })

const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
