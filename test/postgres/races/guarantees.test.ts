// seconds: 25
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers', () =>
  raceTests({
    isAlone: false,
    slots: 4,
    unequalDays: 1,
    unequalTakers: 1,
    groupSlots: 2,
    collectiveSlots: 3,
    roundRobinSlots: 3,
    links: 3,
    moves: 20,
    limitTakers: 1,
    keys: 5,
    edits: 30,
  }))
