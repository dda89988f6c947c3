import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { namesOf } from './skeleton.ts'

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
  await inCopy('cli/main.ts', 'new-plugin', 'school-library', '--thing', 'lending-copy')
  await inCopy('cli/main.ts', 'new-plugin', 'library', '--thing', 'book')
  await takeTutorial()
})

/** Applies the changes of the tutorial, in its order. */
async function takeTutorial(): Promise<void> {
  const text = await readFile(join(copy, 'plugins/tutorial.md'), 'utf8')
  const changes = [...text.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, change = '']) => change)
  await writeFile(join(copy, 'tutorial.diff'), changes.join(''))
  await promisify(execFile)('git', ['apply', 'tutorial.diff'], { cwd: copy })
}

test('the tutorial takes at most 150 lines of one’s own', async () => {
  const lines = (await readFile(join(copy, 'tutorial.diff'), 'utf8')).split('\n')
  expect(lines.filter((line) => /^\+(?!\+\+ )/.test(line)).length).toBeLessThanOrEqual(150)
})

afterAll(() => rm(copy, { recursive: true, force: true }))

test('new plugins are on', async () => {
  const { stdout } = await inCopy('cli/main.ts', 'plugins', 'list', '--json')
  for (const [id, endpoints] of [
    ['quiz-rooms', 2],
    ['school-library', 2],
    ['library', 3],
  ])
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id, on: true, endpoints }))
  expect(await readFile(join(copy, 'web/plugins.ts'), 'utf8')).toMatch(
    /quizRoomsWeb,\s*schoolLibraryWeb,\s*libraryWeb,?\s*\]/,
  )
})

test('a thing has a name apart from its plugin’s, in the singular and the plural', async () => {
  const contract = await readFile(join(copy, 'plugins/school-library/contract.ts'), 'utf8')
  expect(contract).toMatch(
    /schoolLibraryContract = .*listLendingCopies: .*'\/api\/lending-copies'.*createLendingCopy: /s,
  )
  const migration = 'plugins/school-library/migrations/0001_lending_copies.ts'
  expect(await readFile(join(copy, migration), 'utf8')).toContain('create table lending_copies (')
})

test.for<[id: string, thing: string, things: string]>([
  ['quiz-rooms', 'quiz-room', 'quiz-rooms'],
  ['quizzes', 'quiz', 'quizzes'],
  ['classes', 'class', 'classes'],
  ['hobbies', 'hobby', 'hobbies'],
  ['gym', 'gym-item', 'gym-items'],
])('a plugin %s keeps a %s in %s', ([id, thing, things]) => {
  expect(namesOf(id)).toMatchObject({ thing, things })
})

test.for(['config/plugins.ts', 'web/plugins.ts'])('all that changes in %s is an import and an entry', async (file) => {
  const [before, after] = await Promise.all([root, copy].map((folder) => readFile(join(folder, file), 'utf8')))
  const lines = after?.split('\n') ?? []
  const isNew = (line: string) => /quizRooms|schoolLibrary|library/.test(line)
  expect(lines.filter(isNew)).toHaveLength(6)
  expect(lines.filter((line) => !isNew(line)).join('\n')).toBe(before)
})

test('new plugins pass type check, lint, format and dependency rules', async () => {
  const written = ['plugins/quiz-rooms', 'plugins/school-library', 'plugins/library']
  await tool('oxfmt', '--check', ...written, 'config/plugins.ts', 'web/plugins.ts')
  await tool('oxlint', '--deny-warnings', ...written)
  const complaints = await Promise.all(
    [tool('tsc', '--noEmit', '-p', '.'), inCopy('core/testing/check-dependencies.ts')].map((check) =>
      check.then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      ),
    ),
  )
  expect(complaints.join('\n')).not.toMatch(/quiz-rooms|library/)
})

/** Tests that look at every plugin, endpoint, statement, table or text there is. */
const ofAllPlugins = [
  'core/server/assembly.test.ts',
  'core/testing/dependencies.test.ts',
  'core/testing/examples.test.ts',
  'core/testing/words.test.ts',
  'config/testing/platform/access.test.ts',
  'config/testing/platform/answers.test.ts',
  'config/testing/platform/bodies.test.ts',
  'config/testing/platform/documents.test.ts',
  'config/testing/platform/env.test.ts',
  'config/testing/platform/erasure.test.ts',
  'config/testing/platform/personal-data.test.ts',
  'config/testing/platform/statements.test.ts',
]

test('the server tests of new plugins pass, and those that look at all plugins', async () => {
  const vitest = fileURLToPath(new URL('./vitest.mjs', import.meta.resolve('vitest/package.json')))
  const files = ['plugins/quiz-rooms', 'plugins/school-library', 'plugins/library', ...ofAllPlugins]
  await inCopy(vitest, 'run', '--config', 'config/vitest.config.ts', '--project', 'server', ...files)
})

test.for([
  ['quiz-rooms', 'There is a plugin quiz-rooms already'],
  ['policies', 'The word has a meaning of its own in the code'],
  ['museum --thing class', 'The word has a meaning of its own in the code'],
  ['museum --thing student', 'There is a table students already'],
  ['museum --thing instructor', 'There are endpoints at /api/instructors already'],
])('the name %s, which is taken, is refused', async ([words = '', refusal]) => {
  await expect(inCopy('cli/main.ts', 'new-plugin', ...words.split(' '))).rejects.toThrow(refusal)
})
