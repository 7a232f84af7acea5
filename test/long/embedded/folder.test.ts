// seconds: 5
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { askOwner, claimFolder, type FolderClaim, FolderInUse } from '#process/folder/folder.ts'
import { shortNameOf } from '#process/folder/short-name.ts'
import { OperatorError } from '#process/operator-error.ts'
import { openProgram, type Program, type Running } from '../../support/programs.ts'

let program: Program

before(async () => {
  program = openProgram('test/support/folder-process.ts')
})
after(() => program.close())

const newFolder = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'folder-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const held = async (t: TestContext, folder: string): Promise<FolderClaim> => {
  const claim = await claimFolder(folder)
  t.after(() => claim.release())
  return claim
}

interface Outcome {
  readonly holds: boolean
  readonly ownerPid?: number
  readonly message?: string
}

/** Starts so many at once on one folder: they are all ready before the first is let go. */
const race = async (folder: string, count: number): Promise<{ running: Running; outcome: Outcome }[]> => {
  const all = Array.from({ length: count }, () => program.start(folder))
  await Promise.all(all.map((running) => running.hear()))
  const outcomes = all.map((running) => running.hear<Outcome>())
  for (const running of all) running.send({ go: true })
  return Promise.all(
    all.map(async (running, index) => ({ running, outcome: await (outcomes[index] as Promise<Outcome>) })),
  )
}

const kill = async ({ process }: Running): Promise<void> => {
  process.kill('SIGKILL')
  await once(process, 'exit')
}

test('of six that start at once on one folder exactly one gets it, and the others name it; also after it was killed', async (t) => {
  const folder = await newFolder(t)
  for (let round = 0; round < 3; round += 1) {
    // From the second round on, there is a dead owner's socket to be replaced.
    const all = await race(folder, 6)
    const winners = all.filter(({ outcome }) => outcome.holds)
    assert.equal(winners.length, 1, `round ${round}: ${JSON.stringify(all.map(({ outcome }) => outcome))}`)
    const [winner] = winners
    assert.ok(winner)
    for (const { outcome } of all.filter((one) => one !== winner)) {
      assert.equal(outcome.ownerPid, winner.running.process.pid)
      assert.match(
        outcome.message ?? '',
        new RegExp(`in use by process ${outcome.ownerPid}\\. Stop that process first`),
      )
    }
    await kill(winner.running)
  }
  assert.deepEqual(
    await readdir(folder),
    ['openslot.sock'],
    'what the dead have left is cleared away, but for the last',
  )
})

test('a later process gets the pid, and the folder when it is released', async (t) => {
  const folder = await newFolder(t)
  const claim = await claimFolder(folder)
  await assert.rejects(claimFolder(folder), (error) => {
    assert.ok(error instanceof FolderInUse)
    assert.equal(error.pid, process.pid)
    return true
  })
  await claim.release()
  assert.deepEqual(await readdir(folder), [])
  await held(t, folder)
})

test('a stopped owner still owns, though it cannot report its pid', async (t) => {
  const folder = await newFolder(t)
  const [only] = await race(folder, 1)
  assert.ok(only?.outcome.holds)
  only.running.process.kill('SIGSTOP')
  await assert.rejects(claimFolder(folder), (error) => {
    assert.ok(error instanceof FolderInUse)
    assert.equal(error.pid, undefined)
    assert.match(error.message, /in use by another process/)
    return true
  })
  await kill(only.running)
  await held(t, folder)
})

test('a folder has one owner, by any path', async (t) => {
  const folder = await newFolder(t)
  const real = join(folder, 'x'.repeat(150), 'data')
  await mkdir(real, { recursive: true, mode: 0o700 })
  await symlink(real, join(folder, 'short'))
  await held(t, join(folder, 'short'))
  await assert.rejects(claimFolder(real), FolderInUse)
})

describe('a path too long for a socket', () => {
  const longFolder = async (t: TestContext) => join(await newFolder(t), 'a'.repeat(120), 'b'.repeat(120))

  test('works, and the socket is in the folder all the same', async (t) => {
    const folder = await longFolder(t)
    const claim = await held(t, folder)
    assert.deepEqual(await readdir(folder), ['openslot.sock'])
    claim.answerWith(async () => 'here')
    assert.equal(await askOwner(folder, {}), 'here')
    await assert.rejects(claimFolder(folder), FolderInUse)
  })

  test('two folders whose long paths begin alike do not share one', async (t) => {
    const folder = await longFolder(t)
    await held(t, join(folder, 'one'))
    await held(t, join(folder, 'two'))
  })

  test('the link to it is where nobody else can create one', async (t) => {
    const folder = await longFolder(t)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const link = await shortNameOf(folder)
    const own = join(tmpdir(), `openslot-${userInfo().uid}`)
    assert.equal(join(link, '..'), own)
    const { mode, uid } = await stat(own)
    assert.deepEqual([mode & 0o777, uid], [0o700, userInfo().uid])
    await chmod(own, 0o777)
    t.after(() => chmod(own, 0o700))
    await assert.rejects(claimFolder(folder), /must belong to you alone/)
  })
})

test('only this user can reach the socket, and read a new folder', async (t) => {
  const folder = join(await newFolder(t), 'data')
  await held(t, folder)
  assert.equal((await stat(join(folder, 'openslot.sock'))).mode & 0o777, 0o600)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
})

test('J9: a folder that everybody can read is refused', async (t) => {
  const folder = await newFolder(t)
  await chmod(folder, 0o755)
  await assert.rejects(claimFolder(folder), (error) => {
    assert.ok(error instanceof OperatorError)
    assert.match(error.message, /chmod 700/)
    return true
  })
})

test('other files of that name are no obstacle', async (t) => {
  const folder = await newFolder(t)
  await writeFile(join(folder, 'openslot.sock'), 'not a socket')
  await writeFile(join(folder, 'openslot-0123456789abcdef.sock'), 'nor this')
  await held(t, folder)
})

describe('requests to the owner', () => {
  const say = (folder: string, text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(join(folder, 'openslot.sock'))
      let answer = ''
      socket
        .setEncoding('utf8')
        .on('data', (chunk) => {
          answer += chunk
        })
        .on('error', reject)
        .on('close', () => resolve(answer))
        .write(text)
    })

  test('one JSON value in, one out, of any size, many at once', async (t) => {
    const folder = await newFolder(t)
    const claim = await held(t, folder)
    claim.answerWith(async (request) => ({ heard: request }))
    const requests = [
      null,
      1,
      'a line\nbreak',
      { text: 'é🗓'.repeat(50_000) },
      ...Array.from({ length: 50 }, (_, index) => ({ place: index })),
    ]
    const answers = await Promise.all(requests.map((request) => askOwner(folder, request)))
    assert.deepEqual(
      answers,
      requests.map((request) => ({ heard: request })),
    )
  })

  test('before the owner is ready they wait', async (t) => {
    const folder = await newFolder(t)
    const claim = await held(t, folder)
    const asked = askOwner(folder, 'early')
    await assert.rejects(claimFolder(folder), FolderInUse)
    claim.answerWith(async (request) => request)
    assert.equal(await asked, 'early')
  })

  test('a refusal is thrown to its caller', async (t) => {
    const folder = await newFolder(t)
    const claim = await held(t, folder)
    claim.answerWith(async () => Promise.reject(new Error('not like this')))
    await assert.rejects(askOwner(folder, {}), /^Error: not like this$/)
  })

  test('nonsense is answered, oversized input is cut off, silent clients are tolerated, and the owner goes on', async (t) => {
    const folder = await newFolder(t)
    const claim = await held(t, folder)
    claim.answerWith(async (request) => request)
    assert.match(await say(folder, '{"half\n'), /^\{"failed":".*JSON.*"\}\n$/)
    assert.match(await say(folder, '\n'), /^\{"failed":/)
    assert.equal(await say(folder, 'x'.repeat(1_500_000)).catch(() => ''), '')
    const silent = connect(join(folder, 'openslot.sock'))
    await once(silent, 'connect')
    const hangsUp = connect(join(folder, 'openslot.sock'))
    hangsUp.end('{"request": "and gone"}\n')
    assert.equal(await askOwner(folder, 'still there'), 'still there')
    await claim.release()
    await once(silent, 'close')
  })

  test('no owner: undefined. Gone before the answer: an error, for it may have been done', async (t) => {
    const folder = await newFolder(t)
    assert.equal(await askOwner(folder, {}), undefined)
    assert.equal(await askOwner(join(folder, 'nowhere'), {}), undefined)
    const claim = await held(t, folder)
    const heard = new Promise((resolve) => {
      claim.answerWith((request) => {
        resolve(request)
        return new Promise(() => {})
      })
    })
    const asked = askOwner(folder, 'do it')
    assert.equal(await heard, 'do it')
    await claim.release()
    await assert.rejects(asked, /stopped before it responded/)
  })
})
