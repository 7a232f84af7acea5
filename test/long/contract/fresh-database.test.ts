// on: embedded
// seconds: 120
import { freshDatabaseTest } from '../../support/fresh-database.ts'

freshDatabaseTest([50, 3_000, 30_000])
