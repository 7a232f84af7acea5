// seconds: 5
import { groupMoveRaces } from '../../../support/group-move-races.ts'

await groupMoveRaces({ rounds: 4, guests: 3 })
