// seconds: 12
import { test } from 'node:test'
import { killWhileLinksAreSpent } from '../support/link-kills.ts'

test('B3: killed while links are spent, a link is spent exactly when it has led to one booking, and works on otherwise', () => killWhileLinksAreSpent(1))
