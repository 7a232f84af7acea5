// A mail server that takes everything and keeps nothing, in a process of its own. It says where it is, and how many
// mails it has taken when asked.
import { createServer } from 'node:net'

let taken = 0

const serve = (socket) => {
  let rest = ''
  let isData = false
  socket.setNoDelay(true).on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    for (;;) {
      if (isData) {
        const end = rest.startsWith('.\r\n') ? 0 : rest.indexOf('\r\n.\r\n') + 2
        if (end === 1) return
        rest = rest.slice(end + 3)
        isData = false
        taken += 1
        socket.write('250 taken\r\n')
      }
      const newline = rest.indexOf('\r\n')
      if (newline === -1) return
      const command = rest.slice(0, 4).toUpperCase()
      rest = rest.slice(newline + 2)
      if (command === 'EHLO') socket.write('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n')
      else if (command === 'QUIT') socket.end('221 bye\r\n')
      else if (command === 'DATA') {
        isData = true
        socket.write('354 go on\r\n')
      } else socket.write('250 ok\r\n')
    }
  })
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('message', () => process.send(taken))

// The bench was killed.
process.once('disconnect', () => process.exit())
