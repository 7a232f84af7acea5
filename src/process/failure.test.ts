import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failureOf } from './failure.ts'

describe('what the machine refuses is one sentence that says what to do', () => {
  test('a data folder that this user may not write to is named, and no port', () => {
    const folder = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      syscall: 'access',
      path: '/srv/data',
    })
    assert.match(
      failureOf(folder).message,
      /^\/srv\/data cannot be used: EACCES\. Give this user access to it, or set OPENSLOT_DATA/,
    )
    const socket = Object.assign(new Error('listen EACCES'), {
      code: 'EACCES',
      syscall: 'listen',
      address: '/srv/data/openslot-1.sock',
      port: -1,
    })
    assert.match(
      failureOf(socket).message,
      /^The current user cannot write to the folder of \/srv\/data\/openslot-1\.sock\./,
    )
  })

  test('a port that only administrators may use is named', () => {
    const port = Object.assign(new Error('listen EACCES'), {
      code: 'EACCES',
      syscall: 'listen',
      address: '0.0.0.0',
      port: 80,
    })
    assert.match(failureOf(port).message, /^Port 80 is reserved/)
  })
})
