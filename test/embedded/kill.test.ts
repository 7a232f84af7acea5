// seconds: 2
import { test } from 'node:test'
import { killAgainAndAgain } from '../support/kill-rounds.ts'

test('B3: killed under writes, it restarts with all that was acknowledged, and never has two owners', (t) =>
  killAgainAndAgain(t, { rounds: 1 }))
