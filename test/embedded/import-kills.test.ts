// seconds: 15
import { test } from 'node:test'
import { killImportAgainAndAgain } from '../support/import-kills.ts'

test('an import that is killed again and again ends as if it had not been', async () =>
  void (await killImportAgainAndAgain({ users: 3, meetings: 60, kills: 2, faults: 10 })))
