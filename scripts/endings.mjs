/** What a script has started is ended by the script, in the opposite order: at its end, or when it is asked to stop. */
export const makeEndings = () => {
  const endings = []
  const endAll = async () => {
    for (const ending of endings.splice(0).reverse()) await ending().catch((error) => console.error('While cleaning up:', error))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await endAll()
      process.exit(130)
    })
  }
  return { atEnd: (ending) => endings.push(ending), endAll }
}
