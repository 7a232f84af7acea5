import { type FilledBlock, type FilledRun, plainLine } from '#messages/index.ts'
import { escapeHtml } from '#platform/escape-html.ts'
import type { RenderedMail } from './mail-data.ts'
import { light, type MailStyle } from './mail-style.ts'

/** A part of a mail, before it is rendered as text or HTML. */
export type MailPart =
  | { readonly kind: 'greeting' | 'heading' | 'line' | 'note'; readonly text: string }
  | { readonly kind: 'date'; readonly date: DateBlock }
  /** What a host wrote. */
  | { readonly kind: 'own words'; readonly blocks: readonly FilledBlock[] }
  /** A table of names and values. A value may be a link to a URL of ours or of a host. */
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] }
  /** The first is the main one. */
  | { readonly kind: 'buttons'; readonly links: readonly MailLink[] }
  | { readonly kind: 'small links'; readonly links: readonly MailLink[] }

export interface MailRow {
  readonly name: string
  readonly value: string
  readonly url?: string | undefined
}

export interface MailLink {
  readonly text: string
  readonly url: string
}

/** When a meeting takes place: a leaf of a calendar, and the same as text. */
export interface DateBlock {
  readonly leaf: { readonly month: string; readonly day: string; readonly weekday: string }
  readonly meeting: MailRow
  readonly when: MailRow
  readonly zone: string
  /** The old time of a moved meeting. */
  readonly previousTime: MailRow | null
  /** The same time as others in the meeting read it. */
  readonly elsewhere: MailRow | null
  /** Canceled. */
  readonly isOff: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

const cleaned = (text: string): string => text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(controls, '')

/** Further lines of a value are indented, so that an answer cannot look like a line of ours. */
const indented = (text: string): string => cleaned(text).replaceAll('\n', '\n    ')

export const asText = (parts: readonly MailPart[]): string => `${parts.map(partAsText).join('\n\n')}\n`

const partAsText = (part: MailPart): string => {
  switch (part.kind) {
    case 'own words':
      return part.blocks.map(blockAsText).join('\n\n')
    case 'date':
      return rowsAsText(rowsOf(part.date))
    case 'rows':
      return rowsAsText(part.rows)
    case 'buttons':
    case 'small links':
      return part.links.map(({ text, url }) => `${text}:\n${url}`).join('\n\n')
    default:
      return indented(part.text)
  }
}

const blockAsText = ({ kind, lines }: FilledBlock): string =>
  lines.map((runs) => (kind === 'list' ? `- ${indented(plainLine(runs))}` : indented(plainLine(runs)))).join('\n')

const rowsOf = ({ meeting, when, zone, previousTime, elsewhere }: DateBlock): readonly MailRow[] =>
  [meeting, { name: when.name, value: `${when.value}\n${zone}` }, elsewhere, previousTime].filter((row) => row !== null)

const rowsAsText = (rows: readonly MailRow[]): string =>
  rows.map(({ name, value }) => `${indented(name)}: ${indented(value)}`).join('\n')

const inHtml = (text: string): string => escapeHtml(cleaned(text)).replaceAll('\n', '<br>')

const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url)

const { paper, ink, soft, line, tint } = light
const softOnPaper = `background:${paper};color:${soft}`
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

export const asHtml = (parts: readonly MailPart[], style: MailStyle): string =>
  parts.map((part) => partAsHtml(part, style)).join('\n')

const partAsHtml = (part: MailPart, style: MailStyle): string => {
  switch (part.kind) {
    case 'greeting':
      return `<p class="s" style="margin:0 0 4px;${softOnPaper}">${inHtml(part.text)}</p>`
    case 'heading':
      return `<h1 style="margin:0 0 20px;font-size:20px;line-height:1.3">${inHtml(part.text)}</h1>`
    case 'line':
      return `<p style="margin:0 0 16px">${inHtml(part.text)}</p>`
    case 'note':
      return `<p class="s" style="margin:20px 0 0;font-size:13px;${softOnPaper}">${inHtml(part.text)}</p>`
    case 'own words':
      return part.blocks.map((block) => blockAsHtml(block, style)).join('\n')
    case 'date':
      return dateAsHtml(part.date, style)
    case 'rows':
      return `<table ${table} width="100%">${part.rows.map((row) => rowAsHtml(row, style)).join('\n')}</table>`
    case 'buttons':
      return `<p style="margin:0 0 12px">${part.links.map((link, index) => buttonAsHtml(link, index === 0, style)).join('\n')}</p>`
    case 'small links':
      return `<p style="margin:20px 0 0;font-size:13px">${part.links.map(({ text, url }) => linked(text, url, style)).join(' &nbsp; ')}</p>`
  }
}

const blockAsHtml = ({ kind, lines }: FilledBlock, style: MailStyle): string => {
  const shown = lines.map((runs) => runs.map((run) => runAsHtml(run, style)).join(''))
  return kind === 'list'
    ? `<ul style="margin:0 0 16px;padding-left:24px">${shown.map((line) => `<li>${line}</li>`).join('')}</ul>`
    : `<p style="margin:0 0 16px">${shown.join('<br>')}</p>`
}

const runAsHtml = ({ text, isStrong, url }: FilledRun, style: MailStyle): string => {
  const shown = url === null ? inHtml(text) : linked(text, url, style)
  return isStrong ? `<strong>${shown}</strong>` : shown
}

/** A link for web URLs only. */
const linked = (text: string, url: string, { accentText }: MailStyle): string =>
  isWebUrl(url)
    ? `<a class="a" href="${escapeHtml(url)}" style="background:${paper};color:${accentText}">${inHtml(text)}</a>`
    : inHtml(text)

const buttonAsHtml = (
  { text, url }: MailLink,
  isMain: boolean,
  { accent, onAccent, accentText }: MailStyle,
): string => {
  const [name, edge, ground, label] = isMain ? ['b', accent, accent, onAccent] : ['o', line, paper, accentText]
  const shape =
    'display:inline-block;margin:0 6px 8px 0;padding:9px 14px;border-radius:8px;font-weight:600;text-decoration:none'
  return `<a class="${name}" href="${escapeHtml(url)}" style="${shape};border:1px solid ${edge};background:${ground};color:${label}">${inHtml(text)}</a>`
}

const rowAsHtml = ({ name, value, url }: MailRow, style: MailStyle): string =>
  `<tr valign="top"><td class="n s" width="30%" style="padding:10px 16px 10px 0;border-top:1px solid ${line};${softOnPaper}">${inHtml(name)}</td>
<td class="v" style="padding:10px 0;border-top:1px solid ${line}">${url === undefined ? inHtml(value) : linked(value, url, style)}</td></tr>`

/** The leaf repeats what the words beside it say, so it is not read out. */
const dateAsHtml = (
  { leaf, meeting, when, zone, previousTime, elsewhere, isOff }: DateBlock,
  { accent, onAccent }: MailStyle,
): string => {
  const [band, onBand] = isOff ? [soft, paper] : [accent, onAccent]
  const more = [zone, ...(elsewhere ? [`${elsewhere.name}: ${elsewhere.value}`] : [])].map(timesInHtml).join('<br>')
  return `<table ${table} class="t" width="100%" style="margin:0 0 20px;border-radius:10px;background:${tint};color:${ink}"><tr valign="top">
<td width="64" style="padding:16px 0 16px 16px"><table ${table} class="p" aria-hidden="true" width="64" style="border-radius:8px;background:${paper};color:${ink};text-align:center;line-height:1.3">
<tr><td style="padding:4px;border-radius:8px 8px 0 0;font-size:13px;font-weight:600;background:${band};color:${onBand}">${inHtml(leaf.month)}</td></tr>
<tr><td style="padding:4px 0 8px"><span style="font-size:26px;font-weight:700">${leaf.day}</span><br><span style="font-size:13px">${inHtml(leaf.weekday)}</span></td></tr></table></td>
<td style="padding:16px"><strong style="font-size:17px">${inHtml(meeting.value)}</strong><br>
<${isOff ? 's' : 'strong'}>${timesInHtml(when.value)}</${isOff ? 's' : 'strong'}><br>
<span class="u" style="font-size:13px;background:${tint};color:${soft}">${more}${previousTime ? `<br>${inHtml(previousTime.name)}: <s>${timesInHtml(previousTime.value)}</s>` : ''}</span></td>
</tr></table>`
}

/** No line ends between a time and its am or pm. */
const timesInHtml = (text: string): string => inHtml(text).replaceAll(/(?<=\d) (?=[ap]m\b)/g, '&nbsp;')

/** In whose name a mail is sent. */
export interface MailFrame {
  readonly name: string
  readonly logoUrl: string | null
  /** Where the booking pages are: the reader knows it from the address bar. */
  readonly site: string
}

const font = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/**
 * The whole HTML document. It loads nothing but the logo, which stands on white, so that one of any colour can be seen.
 */
export const pageAround = (
  { html, subject, preheader }: Pick<RenderedMail, 'html' | 'subject' | 'preheader'>,
  locale: string,
  { accent, onAccent, styleSheet }: MailStyle,
  { name, logoUrl, site }: MailFrame,
): string =>
  `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>${inHtml(subject)}</title><style>${styleSheet}</style></head>
<body class="g" style="margin:0;padding:0;background:${light.ground};color:${soft}">
<span style="display:none;max-height:0;overflow:hidden">${inHtml(preheader)}</span>
<table ${table} class="g" width="100%" style="background:${light.ground};color:${soft}"><tr><td align="center" style="padding:24px 12px">
<table ${table} width="600" style="width:100%;max-width:600px;text-align:left;font:15px/1.5 ${font}">
<tr><td class="k" bgcolor="${accent}" style="padding:16px 28px;border-radius:12px 12px 0 0;font-size:18px;font-weight:700;background:${accent};color:${onAccent}">${logoUrl === null ? inHtml(name) : logoAsHtml(name, logoUrl)}</td></tr>
<tr><td class="c p" style="padding:28px;border-radius:0 0 12px 12px;background:${paper};color:${ink}">
${html}
</td></tr>
<tr><td align="center" style="padding:16px;font-size:13px">${inHtml(name)} · ${inHtml(hostOf(site))}</td></tr>
</table></td></tr></table>
</body>
</html>
`

const hostOf = (url: string): string => url.replace(/^https?:\/\//, '')

const logoAsHtml = (name: string, url: string): string =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(name)}" height="32" style="display:block;height:32px;max-width:240px;padding:6px 10px;border-radius:8px;background:${paper};color:${ink}">`
