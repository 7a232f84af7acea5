// seconds: 7
import { test } from 'node:test'
import { killServiceThatDelivers } from '../../support/webhook-kills.ts'

test('C1: every booking made while the service is killed is delivered at least once, and nothing else is', () =>
  killServiceThatDelivers({ bookings: 20, refusals: 20, kills: 1 }))
