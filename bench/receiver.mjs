// The receiver of webhooks, in a process of its own. It says where it is, and then takes messages and says nothing
// (silent), is not there any more (absent), or answers at once. It says how many it has taken when asked.
import { createServer } from 'node:http'

const [, , behaviour] = process.argv
let taken = 0
const server = createServer((request, answer) => {
  taken += 1
  if (behaviour === 'answering') request.resume().on('end', () => answer.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  if (behaviour === 'absent') server.close()
  process.send(port)
})

process.on('message', () => process.send(taken))

// The bench was killed.
process.once('disconnect', () => process.exit())
