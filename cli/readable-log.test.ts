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

test('text of users cannot move the cursor, neither in a message nor in a trace', () => {
  const line = JSON.stringify({
    level: 50,
    time: 0,
    msg: 'failed for \u001b[2J\u009bH\r\nAda',
    name: '\u202eadA',
    err: { stack: 'Error: \u001b]0;title\u0007\n    at x.ts:1' },
  })
  expect(stripVTControlCharacters(readableLine(line)).split(' ').slice(1).join(' ')).toBe(
    String.raw`error failed for \u001b[2J\u009bH\u000d\u000aAda  name=\u202eadA` +
      '\n' +
      String.raw`Error: \u001b]0;title\u0007` +
      '\n    at x.ts:1\n',
  )
})
