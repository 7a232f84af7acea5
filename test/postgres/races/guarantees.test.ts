// seconds: 40
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers', () =>
  raceTests({
    unequalTakers: 1,
    groupSlots: 20,
    collectiveSlots: 30,
    roundRobinSlots: 10,
    links: 15,
    moves: 40,
    limitTakers: 2,
    keys: 50,
    edits: 120,
  }))
