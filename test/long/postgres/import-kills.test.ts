// seconds: 180
import { test } from 'node:test'
import { killImportAgainAndAgain } from '../../support/import-kills.ts'

test('10,000 meetings, killed fifty times: both sides list the same, whatever the network did', async () =>
  void (await killImportAgainAndAgain({ users: 50, meetings: 10_000, kills: 50, faults: 3 })))
