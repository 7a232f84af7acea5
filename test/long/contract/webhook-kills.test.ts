// seconds: 300
import { test } from 'node:test'
import { killServiceThatDelivers } from '../../support/webhook-kills.ts'

test('C1: 2,000 bookings, 5,000 refused attempts, 20 kills: all told, nothing else', () =>
  killServiceThatDelivers({ bookings: 2000, refusals: 5000, kills: 20 }))

test('C1: without kills nothing is told twice', () => killServiceThatDelivers({ bookings: 300, refusals: 0, kills: 0 }))
