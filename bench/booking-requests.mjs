/**
 * Requests that book the next free time of the next host. The times are handed out here, over all connections and
 * rounds, so that none is asked for twice.
 */
export const bookingRequests = (prefix) => {
  let next = 0
  return ({ eventTypes, token, tokens = [token], from }) => {
    const index = next
    next += 1
    const body = JSON.stringify({
      event_type: eventTypes[index % eventTypes.length],
      start_time: new Date(from + Math.floor(index / eventTypes.length) * 300_000).toISOString(),
      invitee: { name: 'Demo Invitee', email: `${prefix}${index}@client.test`, timezone: 'Europe/Stockholm' },
    })
    return `POST /invitees HTTP/1.1\r\nHost: bench.test\r\nContent-Type: application/json\r\nAuthorization: Bearer ${tokens[index % tokens.length]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
}
