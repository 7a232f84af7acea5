// seconds: 15
import { describe, test } from 'node:test'
import { killDatabase, killServers } from '../../support/booking-kills.ts'
import { lackingBinaries } from '../../support/cluster.ts'

describe('kill -9 under sixteen who book', () => {
  test('B1: twice a server: no booking that was acknowledged is lost, and none is there twice', () => killServers(2))
  test('B2: twice the database, with every process it has: the same, and the servers live on', { skip: lackingBinaries }, () => killDatabase(2))
})
