import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Type checking and the new plugin's own tests take their time on a busy machine.
vi.setConfig({ testTimeout: 720_000, hookTimeout: 240_000 })

const root = fileURLToPath(new URL('../', import.meta.url))
const sources = [
  'cli',
  'config',
  'core',
  'plugins',
  'web',
  'README.md',
  'package.json',
  'tsconfig.json',
  '.oxlintrc.json',
  '.oxfmtrc.json',
]
let copy: string

const inCopy = (program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], { cwd: copy, maxBuffer: 10 ** 7 })
const tool = (name: string, ...words: string[]) =>
  promisify(execFile)(join('node_modules/.bin', name), words, { cwd: copy })

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'trellis-new-plugin-'))
  const isSource = (path: string) => !relative(root, path).startsWith(join('web', 'dist'))
  for (const source of sources) await cp(join(root, source), join(copy, source), { recursive: true, filter: isSource })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await inCopy('cli/main.ts', 'new-plugin', 'quiz-rooms')
})

afterAll(() => rm(copy, { recursive: true, force: true }))

test('a new plugin is on', async () => {
  const { stdout } = await inCopy('cli/main.ts', 'plugins', 'list', '--json')
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: 'quiz-rooms', on: true, endpoints: 2 }))
  expect(await readFile(join(copy, 'web/plugins.ts'), 'utf8')).toMatch(/quizRoomsWeb,?\s*\]/)
})

test.for(['config/plugins.ts', 'web/plugins.ts'])('all that changes in %s is an import and an entry', async (file) => {
  const [before, after] = await Promise.all([root, copy].map((folder) => readFile(join(folder, file), 'utf8')))
  const lines = after?.split('\n') ?? []
  expect(lines.filter((line) => line.includes('quizRooms'))).toHaveLength(2)
  expect(lines.filter((line) => !line.includes('quizRooms')).join('\n')).toBe(before)
})

test('a new plugin passes type check, lint, format and dependency rules', async () => {
  await tool('oxfmt', '--check', 'plugins/quiz-rooms', 'config/plugins.ts', 'web/plugins.ts')
  await tool('oxlint', '--deny-warnings', 'plugins/quiz-rooms')
  const complaints = await Promise.all(
    [tool('tsc', '--noEmit', '-p', '.'), inCopy('core/testing/check-dependencies.ts')].map((check) =>
      check.then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      ),
    ),
  )
  expect(complaints.join('\n')).not.toContain('quiz-rooms')
})

/** Tests that look at every plugin, endpoint, statement, table or text there is. */
const ofAllPlugins = [
  'core/server/assembly.test.ts',
  'core/testing/dependencies.test.ts',
  'core/testing/examples.test.ts',
  'core/testing/words.test.ts',
  'core/testing/platform/access.test.ts',
  'core/testing/platform/answers.test.ts',
  'core/testing/platform/bodies.test.ts',
  'core/testing/platform/env.test.ts',
  'core/testing/platform/erasure.test.ts',
  'core/testing/platform/personal-data.test.ts',
  'core/testing/platform/statements.test.ts',
]

test('the server tests of a new plugin pass, and those that look at all plugins', async () => {
  const vitest = fileURLToPath(new URL('./vitest.mjs', import.meta.resolve('vitest/package.json')))
  const files = ['plugins/quiz-rooms', ...ofAllPlugins]
  await inCopy(vitest, 'run', '--config', 'config/vitest.config.ts', '--project', 'server', ...files)
})

test.for([
  ['quiz-rooms', 'There is a plugin quiz-rooms already'],
  ['policies', 'The word has a meaning of its own in the code'],
  ['students', 'There is a table students already'],
  ['people', 'There are endpoints at /api/people already'],
])('the name %s, which is taken, is refused', async ([id = '', refusal]) => {
  await expect(inCopy('cli/main.ts', 'new-plugin', id)).rejects.toThrow(refusal)
})
