// seconds: 8
// on: embedded
import { hostChangesTest } from '../../support/host-changes.ts'

await hostChangesTest('google', 'microsoft')
