import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#platform/root.ts'
import { themeOf } from './theme.ts'

let style: string | undefined

/** Inline in the page, and the only one that the content security policy allows. Read for the first page. */
export const pageStyle = (): string => {
  style ??= themeOf({}) + readFileSync(join(packageRoot, 'dist', 'web', 'account.css'), 'utf8').trim()
  return style
}
