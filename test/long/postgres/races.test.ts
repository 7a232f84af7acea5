// seconds: 600
import { describe } from 'node:test'
import { raceTests } from '../../support/race-guarantees.ts'

describe('races on four servers, as large as the promise', () =>
  raceTests({
    unequalTakers: 8,
    groupSlots: 200,
    collectiveSlots: 100,
    roundRobinSlots: 50,
    links: 100,
    moves: 1000,
    limitTakers: 7,
    keys: 500,
    edits: 2000,
  }))
