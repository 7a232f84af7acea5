// seconds: 25
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers', () =>
  raceTests({
    isAlone: false,
    slots: 12,
    unequalDays: 2,
    unequalTakers: 1,
    groupSlots: 5,
    collectiveSlots: 5,
    roundRobinSlots: 3,
    links: 5,
    moves: 20,
    limitTakers: 1,
    keys: 12,
    edits: 30,
  }))
