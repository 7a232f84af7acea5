// seconds: 15
import { test } from 'node:test'
import { killServiceThatDelivers } from '../support/webhook-kills.ts'

test('C1: every booking made while the service is killed is delivered at least once, and nothing else is', () =>
  killServiceThatDelivers({ bookings: 30, refusals: 60, kills: 2 }))
