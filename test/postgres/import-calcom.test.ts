// seconds: 6
import { calcomDatabaseSuite } from '../support/calcom-suite.ts'

calcomDatabaseSuite(40)
