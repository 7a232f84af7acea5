// seconds: 60
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers', () =>
  raceTests({
    unequalTakers: 2,
    groupSlots: 20,
    collectiveSlots: 30,
    roundRobinSlots: 10,
    links: 25,
    moves: 40,
    limitTakers: 3,
    keys: 60,
    edits: 120,
  }))
