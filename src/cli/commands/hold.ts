import { hold } from '#instance/store/home.ts'
import { heldNotice } from '#instance/store/restored.ts'
import { databaseCommand } from '../command.ts'

const holdBack = databaseCommand({
  name: 'hold',
  summary: 'Let a copy send nothing until it is confirmed',
  description:
    'For copies that cannot be told from the original: a cloned virtual machine, a copy of the disk or of a whole PostgreSQL cluster. Run it before the copy is started; a process that runs goes on sending until it is started again. Undo it with: openslot resume',
  run: async ({ database, clock }) => {
    await hold(database, clock.now())
    return { held: true }
  },
  show: () => heldNotice,
})

export const commands = [holdBack]
