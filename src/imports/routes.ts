import type { RouteTable } from '#execution/route-table.ts'
import { getImport } from './operations/get-import.ts'
import { listImports } from './operations/list-imports.ts'
import { startImport } from './operations/start-import.ts'
import { stopImport } from './operations/stop-import.ts'

export const importRoutes: RouteTable = {
  'GET /imports': listImports,
  'POST /imports': { operation: startImport, status: 202 },
  'GET /imports/:uuid': getImport,
  'POST /imports/:uuid/stop': stopImport,
}
