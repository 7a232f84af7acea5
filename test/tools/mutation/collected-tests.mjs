// In the place of node:test, as far as unit tests use it: it collects them, and the runner runs them.
const collected = globalThis.collectedTests
let path = []

export const describe = (name, body) => {
  path.push(name)
  body()
  path = path.slice(0, -1)
}

export const test = (name, work) => {
  collected.push({ name: [...path, name].join(' › '), work })
}
