// seconds: 20
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers', () =>
  raceTests({
    slots: 25,
    unequalTakers: 1,
    groupSlots: 10,
    collectiveSlots: 20,
    roundRobinSlots: 10,
    links: 10,
    moves: 40,
    limitTakers: 2,
    keys: 30,
    edits: 60,
  }))
