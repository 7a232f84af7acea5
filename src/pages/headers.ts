import { createHash } from 'node:crypto'
import { pageStyle } from './style.ts'
import type { ShownPage } from './visit.ts'

const styleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`

/** No script, nothing from other origins, no framing, no caching. A secret address is sent in no referrer. */
export const headersOf = ({
  isCapability = false,
  formTargets = [],
}: Pick<ShownPage, 'isCapability' | 'formTargets'> = {}): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': isCapability ? 'no-referrer' : 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(isCapability ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
})
