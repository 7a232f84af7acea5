// Loaded into a server before its own code: tells its parent what the process has used so far. It does nothing until it is
// asked, and does not keep the process alive.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() })
})
process.channel?.unref()
