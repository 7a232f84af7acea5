// seconds: 170
import { describe, test } from 'node:test'
import { killDatabase, killServers } from '../../support/booking-kills.ts'
import { lackingBinaries } from '../../support/cluster.ts'

describe('kill -9 under sixteen who book, again and again', () => {
  test('B1: a server, forty times: no booking that was acknowledged is lost, and none is there twice', () =>
    killServers(40))
  test(
    'B2: the database with every process it has, thirty times: the same, and the servers live on',
    { skip: lackingBinaries },
    () => killDatabase(30),
  )
})
