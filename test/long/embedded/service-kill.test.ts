// seconds: 40
import { test } from 'node:test'
import { killServiceAgainAndAgain } from '../../support/service-kills.ts'

test('B3: the service killed twenty times under writes over HTTP has all that it acknowledged', () =>
  killServiceAgainAndAgain(20))
