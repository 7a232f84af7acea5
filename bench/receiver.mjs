// The receiver of webhooks, in a process of its own. It says where it is, and then takes messages and says nothing (silent), is
// not there any more (absent), or answers at once.
import { createServer } from 'node:http'

const [, , behaviour] = process.argv
const server = createServer((request, answer) => {
  if (behaviour === 'answering') request.resume().on('end', () => answer.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  if (behaviour === 'absent') server.close()
  process.send(port)
})

// The bench was killed.
process.once('disconnect', () => process.exit())
