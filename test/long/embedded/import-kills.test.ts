// seconds: 15
import { test } from 'node:test'
import { killImportAgainAndAgain } from '../../support/import-kills.ts'

test('an import that is killed again and again ends as if it had not been', async () =>
  void (await killImportAgainAndAgain({ users: 2, meetings: 30, kills: 1, faults: 5 })))
