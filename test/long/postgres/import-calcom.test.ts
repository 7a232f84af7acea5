import { calcomDatabaseSuite } from '../../support/calcom-suite.ts'

calcomDatabaseSuite(200)
