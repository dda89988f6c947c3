import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { readableLine } from './readable-log.ts'

test('a line of the log says when, how bad and what, and leaves out what is the same on every line', () => {
  const line = JSON.stringify({
    level: 40,
    time: 0,
    pid: 7,
    hostname: 'vm',
    msg: 'a job failed',
    job: 'mail',
    attempt: 2,
  })
  expect(stripVTControlCharacters(readableLine(line))).toMatch(
    /^\d\d:\d\d:\d\d warn {2}a job failed {2}job=mail {2}attempt=2\n$/,
  )
})

test('an error keeps its stack', () => {
  const line = JSON.stringify({
    level: 50,
    time: 0,
    msg: 'failed',
    err: { message: 'no', stack: 'Error: no\n    at x.ts:1' },
  })
  expect(readableLine(line)).toContain('\nError: no\n    at x.ts:1\n')
})
