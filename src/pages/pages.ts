import { accountPages } from './account.ts'
import { loginPages } from './login.ts'
import type { PageTable } from './visit.ts'

/** Every page, by its address. */
export const pages: PageTable = { ...loginPages, ...accountPages }
