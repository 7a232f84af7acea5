// seconds: 100
import { groupMoveRaces } from '../../support/group-move-races.ts'

await groupMoveRaces({ rounds: 40, guests: 12 })
