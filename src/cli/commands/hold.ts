import { hold } from '#instance/store/home.ts'
import { heldNotice } from '#instance/store/restored.ts'
import { databaseCommand } from '../command.ts'

const holdBack = databaseCommand({
  name: 'hold',
  summary: 'Keep a copy of this instance from sending anything',
  description:
    "For copies that can't be distinguished from the original: a cloned virtual machine, or a copy of the disk or of a whole PostgreSQL cluster. Run it before you start the copy; a running process keeps sending until it is restarted. Undo it with: openslot resume",
  run: async ({ database, clock }) => {
    await hold(database, clock.now())
    return { held: true }
  },
  show: () => heldNotice,
})

export const commands = [holdBack]
