// seconds: 8
import { test } from 'node:test'
import { killServers } from '../../support/booking-kills.ts'

test('B1: a server is killed under sixteen who book: no booking that was acknowledged is lost, and none is there twice', () =>
  killServers(1))
