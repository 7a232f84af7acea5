// seconds: 140
// alone
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers, as large as the promise', () =>
  raceTests({
    isAlone: true,
    slots: 250,
    unequalDays: 5,
    unequalTakers: 4,
    groupSlots: 100,
    collectiveSlots: 100,
    roundRobinSlots: 50,
    links: 100,
    moves: 400,
    limitTakers: 7,
    keys: 250,
    requests: 20,
    requestedHosts: 10,
    edits: 1000,
  }))
