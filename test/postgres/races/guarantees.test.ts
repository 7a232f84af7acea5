// seconds: 11
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers', () =>
  raceTests({
    isAlone: false,
    slots: 2,
    unequalDays: 1,
    unequalTakers: 1,
    groupSlots: 1,
    collectiveSlots: 2,
    roundRobinSlots: 2,
    links: 2,
    moves: 10,
    limitTakers: 1,
    keys: 3,
    requests: 4,
    requestedHosts: 1,
    edits: 15,
  }))
