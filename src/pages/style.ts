import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { memberTheme } from './theme.ts'

const built = (name: string): string => readFileSync(join(packageRoot, 'dist', 'web', name), 'utf8').trim()

let style: string | undefined
let script: string | undefined

/** Inline in the page, and the only one that the content security policy allows. Read for the first page. */
export const pageStyle = (): string => {
  style ??= memberTheme() + built('account.css')
  return style
}

/** Inline as well: it knows the zone of the browser. Every page works without it. */
export const pageScript = (): string => {
  script ??= built('account.js')
  return script
}
