import { existsSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'

export interface Subject {
  /** Files whose changes are tried, from the root of the repository. */
  sources: string[]
  /** Files of tests that are to notice them. */
  tests: string[]
}

/** Tests of the browser notice what the web parts do; demo and bulk data, migrations and documentation promise nothing. */
const EXCLUDED_FILE =
  /[.](?:test|e2e|d)[.]ts$|(?:^|\/)(?:web|testing|migrations|seed|demo|demo-media)\/|(?:seed|demo|synthetic|documentation)[.]ts$/

/**
 * The sources and tests of a folder or file, and the tests of its plugin that lie in `testing/`.
 * @param name a path, or the name of what lies in `core/server`
 * @param more files or folders with more tests
 * @throws Error when there is no such subject, or nothing tests it
 */
export async function subjectOf(root: string, name: string, more: readonly string[]): Promise<Subject> {
  const path = [name, `${name}.ts`, `core/server/${name}`, `core/server/${name}.ts`].find((one) =>
    existsSync(join(root, one)),
  )
  if (path === undefined) throw new Error(`There is no subject ${name}`)
  const sources = path.endsWith('.ts')
    ? [path]
    : (await filesIn(root, path, '**/*.ts')).filter((file) => !EXCLUDED_FILE.test(file))
  const [plugin] = /^plugins\/[^/]+/.exec(path) ?? []
  const folders = [path, ...(plugin === undefined ? [] : [`${plugin}/testing`]), ...more]
  const tests = [...new Set((await Promise.all(folders.map((one) => testsIn(root, one)))).flat())]
  if (tests.length === 0) throw new Error(`No test belongs to ${path}: name some with --tests`)
  return { sources, tests }
}

/** Tests in a folder; a file's own, and itself where it is one. */
async function testsIn(root: string, path: string): Promise<string[]> {
  if (!path.endsWith('.ts')) return filesIn(root, path, '**/*.test.ts')
  return [path.replace(/(?:[.]test)?[.]ts$/, '.test.ts')].filter((file) => existsSync(join(root, file)))
}

async function filesIn(root: string, folder: string, pattern: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(`${folder}/${pattern}`, { cwd: root })) found.push(file.replaceAll('\\', '/'))
  return found.toSorted((one, two) => one.localeCompare(two))
}
