// on: embedded
// seconds: 6
import { freshDatabaseTest } from '../../support/fresh-database.ts'

freshDatabaseTest([300])
