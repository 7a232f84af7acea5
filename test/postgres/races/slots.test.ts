// seconds: 40
import { after, before, describe, test } from 'node:test'
import { aMember } from '../../support/cast.ts'
import { assertTally, aType, booking, open, slot, startWorld, timed, times, type World } from '../../support/races.ts'

let world: World

describe('four servers on one PostgreSQL, ten connections each', () => {
  before(async () => {
    world = await startWorld()
  })
  after(() => world?.stop())

  test('A1: of forty who want one time, one has it: 250 times, 10,000 bookings', async () => {
    const host = await aMember(world.app, world.owner)
    const type = await aType(world, host, { duration: 5, ...open({ start_time_increment: 5 }) })
    const replies = await timed(
      'A1',
      world,
      times(250 * 40, (index) => booking(type, slot(Math.floor(index / 40), 5), host)),
      { again: false },
    )
    assertTally(replies, { '200': 250, '400 already_filled': 9750 })
    await world.check()
  })
})
