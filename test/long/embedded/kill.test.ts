// seconds: 30
import { test } from 'node:test'
import { killAgainAndAgain } from '../../support/kill-rounds.ts'

test('B3: killed twenty times under writes, it comes back with all that was acknowledged, and never has two owners', (t) =>
  killAgainAndAgain(t, { rounds: 20 }))
