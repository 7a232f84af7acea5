// seconds: 8
// on: embedded at full size
import { hostChangesTest } from '../../support/host-changes.ts'

await hostChangesTest('google', 'microsoft')
