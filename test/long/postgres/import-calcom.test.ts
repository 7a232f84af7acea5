import { calcomDatabaseSuite, calcomRequestsSuite } from '../../support/calcom-suite.ts'

calcomDatabaseSuite(200)
calcomRequestsSuite()
