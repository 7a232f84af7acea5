import { processCommand } from '../command.ts'
export const commands = [processCommand({ name: 'doctor', summary: 'x', options: {}, example: '', run: async () => 0 })]
