/** What a script has started is ended by the script, in the opposite order: at its end, or when it is asked to stop. */
export const makeEndings = () => {
  const endings = []
  const endAll = async () => {
    for (let ending = endings.pop(); ending; ending = endings.pop())
      await ending().catch((error) => console.error('While cleaning up:', error))
  }
  let stopped
  const stop = async () => {
    await endAll()
    process.exit(130)
  }
  // Twice, when it comes from the terminal and from npm as well.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      stopped ??= stop()
    })

  /** Once it is asked to stop, the work fails because what it uses is gone: that is no failure to tell of. */
  const runAndEnd = async (work) => {
    try {
      await work()
    } catch (error) {
      if (!stopped) throw error
    } finally {
      await (stopped ?? endAll())
    }
  }
  return { atEnd: (ending) => endings.push(ending), runAndEnd }
}
