import { processCommand } from '../command.ts'
import { addressHere, answersAt } from '../doctor/listening.ts'

/**
 * For supervisors that run a program, as containers do. It loads nothing, so that it costs little every few seconds.
 */
const health = processCommand({
  name: 'health',
  summary: 'Check whether the service on this machine is ready',
  description: 'Uses the settings of the service. The exit code is 0 if it is ready and 1 if it is not.',
  run: async ({ config, output }) => {
    const isReady = await answersAt(config, '/health/ready')
    output.show(
      { ready: isReady },
      isReady ? 'ready' : `Not ready: no response from ${addressHere(config)}/health/ready`,
    )
    return isReady ? 0 : 1
  },
})

export const commands = [health]
