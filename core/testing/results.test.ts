import { expect, test } from 'vitest'
import { describeFailures, summarize } from './results.ts'

const passed = { status: 'passed', fullName: 'adds', title: 'adds' }
const failed = { status: 'failed', fullName: "group it's 1 + 1 (or not)", title: "it's 1 + 1 (or not)" }
const skipped = { status: 'skipped', fullName: 'later', title: 'later' }

test('passed, failed and skipped tests are counted by their results', () => {
  const testResults = [{ name: '/r/a.test.ts', status: 'failed', assertionResults: [passed, failed, skipped] }]
  expect(summarize({ testResults }, 1)).toEqual({ passed: 1, failed: 1, skipped: 1 })
})

test('a file that cannot be loaded, a failing run without a failed test, and a run without tests are failures', () => {
  const broken = { name: '/r/b.test.ts', status: 'failed', assertionResults: [] }
  const fine = { name: '/r/a.test.ts', status: 'passed', assertionResults: [passed] }
  expect(summarize({ testResults: [fine, broken] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(summarize({ testResults: [fine] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(summarize({}, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(summarize({ testResults: [fine] }, 0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
})

test('a failed test comes with the command that repeats it', () => {
  const testResults = [{ name: '/r/a.test.ts', status: 'failed', assertionResults: [failed] }]
  expect(describeFailures({ testResults }, (path) => path.slice(3))).toEqual([
    'Repeat what failed:',
    String.raw`  npx vitest run -c config/vitest.config.ts a.test.ts -t 'group it.s 1 \+ 1 \(or not\)'`,
  ])
})
