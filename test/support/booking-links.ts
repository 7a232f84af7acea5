import { findLinkByCode } from '#event-types/index.ts'
import type { TestApp } from './app.ts'

/** What is behind the address of a link, as a page or a booking finds it. */
export const linkBehind = async (app: TestApp, bookingUrl: string) => findLinkByCode(app.ground.database.reader, codeIn(bookingUrl))

/** `…/d/{code}/{slug}` */
export const codeIn = (bookingUrl: string): string => bookingUrl.split('/').at(-2) ?? ''
