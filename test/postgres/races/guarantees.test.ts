// seconds: 25
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers', () =>
  raceTests({
    isAlone: false,
    slots: 25,
    unequalDays: 2,
    unequalTakers: 1,
    groupSlots: 10,
    collectiveSlots: 10,
    roundRobinSlots: 5,
    links: 10,
    moves: 40,
    limitTakers: 1,
    keys: 25,
    edits: 60,
  }))
