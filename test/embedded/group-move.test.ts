// seconds: 5
import { groupMoveRaces } from '../support/group-move-races.ts'

await groupMoveRaces({ rounds: 2, guests: 3 })
