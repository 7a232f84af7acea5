import { findLinkByCode } from '#event-types/index.ts'
import type { TestApp } from './app.ts'

/** What is behind the address of a link, as a page or a booking finds it. */
export const linkBehind = async (app: TestApp, bookingUrl: string) =>
  findLinkByCode(app.context.database.reader, codeIn(bookingUrl))

/** Whether a code is found, as text or as bytes. */
export const holdsCode = (everything: string, bookingUrl: string): boolean => {
  const code = codeIn(bookingUrl)
  return everything.includes(code) || everything.includes(Buffer.from(code).toString('hex'))
}

/** `…/d/{code}/{slug}` */
export const codeIn = (bookingUrl: string): string => bookingUrl.split('/').at(-2) ?? ''
