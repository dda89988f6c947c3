import { readdir } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { run, runAlone } from './testing/command-line.ts'

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

test('help is no failure and lists the commands', async () => {
  const { status, stdout, stderr } = await runAlone(['--help'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const command of ['start', 'dev', 'migrate', 'seed', 'create-admin', 'doctor']) expect(stdout).toContain(command)
})

const wrongUsage = [
  [],
  ['migrate'],
  ['start', '--fast'],
  ['create-admin', 'nobody'],
  ['seed', '--users', '-1'],
  ['new-plugin', '../x'],
]

test.each(wrongUsage.map((words) => ({ words })))(
  'wrong usage exits with 2 and without a stack: $words',
  async ({ words }) => {
    const { status, stdout, stderr } = await runAlone(words)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).not.toContain('    at ')
  },
)

test('an unknown command suggests the nearest one', async () => {
  expect((await run(['strat'])).stderr).toContain('Did you mean start?')
})

test('every problem of the environment is reported at once, without a stack', async () => {
  const { status, stderr } = await runAlone(['start'], { PORT: 'abc', ADMIN_EMAIL: 'nobody' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/PORT: .+\n {2}ADMIN_EMAIL: .+/)
  expect(stderr).not.toContain('    at ')
})

test('a database that does not answer is one sentence', async () => {
  const { status, stderr } = await runAlone(['migrate', 'status'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' })
  expect(status).toBe(1)
  expect(stderr.trim()).toBe('Nothing answers at 127.0.0.1:1. Is the database of DATABASE_URL running there?')
})

test('the plugins that are on are listed without a database', async () => {
  const { status, stdout } = await run(['plugins', 'list', '--json'], { PLATFORM_PLUGINS_OFF: 'audit' })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: 'audit', on: false }))
})

test('an operator who checks the plugins leaves no file and asks no database', async () => {
  const dataDir = await temporaryFolder()
  const env = { DATA_DIR: dataDir, SESSION_KEY: '', DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }
  const { status, stdout } = await run(['plugins', 'check'], env)
  expect({ status, stdout: /^\d+ plugins on: /.test(stdout) }).toEqual({ status: 0, stdout: true })
  expect(await readdir(dataDir)).toEqual([])
})

test('switching off a plugin that is not there fails the check', async () => {
  const { status, stderr } = await runAlone(['plugins', 'check'], { PLATFORM_PLUGINS_OFF: 'quizzes' })
  expect({ status, stderr: stderr.includes('names "quizzes"') }).toEqual({ status: 1, stderr: true })
})
