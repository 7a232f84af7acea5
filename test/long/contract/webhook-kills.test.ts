// seconds: 80
import { test } from 'node:test'
import { killServiceThatDelivers } from '../../support/webhook-kills.ts'

test('C1: 800 bookings, 2,000 refused attempts, 10 kills: all told, nothing else', () =>
  killServiceThatDelivers({ bookings: 800, refusals: 2000, kills: 10 }))

test('C1: without kills nothing is told twice', () => killServiceThatDelivers({ bookings: 300, refusals: 0, kills: 0 }))
