import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dependencyRules } from '#config/dependency-rules.ts'
import { checkDependencies } from './dependencies.ts'

async function violationsOf(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'dependencies-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [path, source] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), source)
  }
  const { violations } = await checkDependencies(root, dependencyRules)
  return violations.map(({ name, from }) => `${name} ${from}`)
}

const plugins = {
  'core/contract/paging.ts': 'export type Page = number',
  'plugins/lms/contract.ts': `import { z } from 'zod'\nimport type { Page } from '#core/contract/paging.ts'\nexport const course = z`,
  'plugins/lms/plugin.ts': `import { course } from './contract.ts'\nexport const lms = course`,
  'plugins/lms/server/courses.ts': `import { readFile } from 'node:fs'\nexport const courses = readFile`,
  'plugins/lms/migrations/0001_courses.ts': `import type { Knex } from 'knex'\nimport { tenantOwned } from '#core/server/database/ownership.ts'\nexport const up = (trx: Knex) => tenantOwned(trx, 'courses')`,
  'core/server/database/ownership.ts': `import type { Knex } from 'knex'\nexport const tenantOwned = async (trx: Knex, table: string) => [trx, table]`,
  'plugins/lms/web.ts': `export const page = () => import('./web/Page.tsx')`,
  'plugins/lms/web/Page.tsx': `export const Page = () => <main />`,
  'config/plugins.ts': `export { lms } from '#plugins/lms/plugin.ts'`,
}

test('a platform that keeps to the front doors breaks no rule', async () => {
  const web = `import { page } from '#plugins/lms/web.ts'\nexport default page`
  expect(await violationsOf({ ...plugins, 'web/plugins.ts': web })).toEqual([])
})

const forbidden: [rule: string, file: string, source: string][] = [
  ['core-knows-no-plugin', 'core/server/a.ts', `import { lms } from '#plugins/lms/plugin.ts'`],
  ['core-knows-no-plugin', 'core/server/a.ts', `import type { lms } from '../../plugins/lms/plugin.ts'`],
  ['core-knows-no-plugin', 'core/server/a.ts', `export * from '#config/plugins.ts'`],
  ['core-knows-no-plugin', 'core/testing/a.test.ts', `import { lms } from '#plugins/lms/plugin.ts'`],
  ['core-knows-no-plugin', 'core/server/a.test.ts', `import { plugins } from '#config/plugins.ts'`],
  ['contracts-are-isomorphic', 'plugins/quizzes/contract.ts', `import fs from 'fs'`],
  ['contracts-are-isomorphic', 'core/contract/a.ts', `import knex from 'knex'`],
  ['contracts-are-isomorphic', 'plugins/lms/contract.ts', `import { courses } from './server/courses.ts'`],
  ['web-never-reaches-server', 'plugins/lms/web/a.tsx', `import { lms } from '../plugin.ts'`],
  ['web-never-reaches-server', 'core/web/a.ts', `import 'node:fs'`],
  ['web-never-reaches-server', 'web/a.ts', `import type { lms } from '#config/plugins.ts'`],
  ['server-never-reaches-web', 'plugins/lms/server/a.ts', `const page = await import('../web/Page.tsx')`],
  ['only-the-front-door', 'plugins/billing/server/a.ts', `import { courses } from '#plugins/lms/server/courses.ts'`],
  ['only-the-front-door', 'cli/main.ts', `await using c = (await import(\`#plugins/lms/server/courses.ts\`)).c`],
  ['only-the-front-door', 'config/a.ts', `export { courses } from '#plugins/lms/server/courses.ts'`],
  ['own-files-relatively', 'plugins/lms/web/a.ts', `import { course } from '#plugins/lms/contract.ts'`],
  ['own-files-relatively', 'plugins/billing/web/a.ts', `import { course } from '../../lms/contract.ts'`],
  ['subjects-know-no-roof', 'plugins/lms/server/a.ts', `import type { lms } from '../plugin.ts'`],
  ['subjects-know-no-roof', 'plugins/lms/delivery/notes/web/a.ts', `import { page } from '../../../web.ts'`],
  ['ground-knows-no-subject', 'plugins/lms/shared/server/a.ts', `import { a } from '../../courses/server/a.ts'`],
  ['ground-knows-no-subject', 'plugins/lms/contract.ts', `import { note } from './delivery/notes/contract.ts'`],
  ['migrations-stand-alone', 'plugins/lms/migrations/0002_a.ts', `import { courses } from '../server/courses.ts'`],
  ['migrations-stand-alone', 'plugins/lms/migrations/0002_a.ts', `import { up } from './0001_courses.ts'`],
  ['migrations-stand-alone', 'core/server/migrations/0002_a.ts', `import { core } from '../core.ts'`],
  ['migrations-stand-alone', 'core/server/database/ownership.ts', `import { pool } from './pool.ts'`],
  ['pdfs-in-their-thread', 'plugins/lms/certificates/server/a.ts', `import { draw } from './draw-certificate.ts'`],
  ['pdfs-in-their-thread', 'plugins/lms/server/a.ts', `const pdf = await import('pdfkit')`],
  ['pdfs-in-their-thread', 'core/server/a.ts', `import { create } from 'fontkit'`],
  ['pdfs-in-their-thread', 'core/server/a.ts', `import { openPdf } from './pdf/text.ts'`],
  ['no-cycles', 'config/plugins.ts', `import './plugins.ts'`],
  ['every-import-resolves', 'cli/main.ts', `import './gone.ts'`],
]

test.for(forbidden)('%s: %s may not say %s', async ([rule, file, source]) => {
  expect(await violationsOf({ ...plugins, [file]: source })).toContain(`${rule} ${file}`)
})

test('types imported in a circle are a cycle', async () => {
  const files = {
    'core/server/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
    'core/server/b.ts': `import type { A } from '#core/server/a.ts'\nexport type B = A`,
  }
  expect(await violationsOf(files)).toHaveLength(1)
})

test('subjects of a plugin that know each other in a circle are one, whichever files they know each other by', async () => {
  const files = {
    'plugins/lms/quizzes/server/a.ts': `import { course } from '../../courses/server/b.ts'\nexport const quiz = course`,
    'plugins/lms/courses/server/b.ts': `export const course = 1`,
    'plugins/lms/courses/server/c.ts': `import { quiz } from '../../quizzes/contract.ts'\nexport const c = quiz`,
    'plugins/lms/quizzes/contract.ts': `export const quiz = 1`,
  }
  expect(await violationsOf(files)).toEqual([expect.stringMatching(/^subjects-without-circles plugins\/lms\//)])
})

test('so are wings, by whichever of their subjects', async () => {
  const files = {
    'plugins/lms/authoring/quizzes/server/a.ts': `import { note } from '../../../delivery/notes/server/b.ts'\nexport const a = note`,
    'plugins/lms/delivery/notes/server/b.ts': `export const note = 1`,
    'plugins/lms/delivery/catalog/server/c.ts': `import { course } from '../../../authoring/courses/contract.ts'\nexport const c = course`,
    'plugins/lms/authoring/courses/contract.ts': `export const course = 1`,
  }
  expect(await violationsOf(files)).toEqual([expect.stringMatching(/^wings-without-circles plugins\/lms\//)])
})

test('shared modules and those that compose subjects form no cycle', async () => {
  const files = {
    'plugins/lms/plugin.ts': `import { courses } from './courses/server/list.ts'\nexport const lms = courses`,
    'plugins/lms/shared/server/place.ts': `import type { course } from '../../courses/contract.ts'\nexport type Place = typeof course`,
    'plugins/lms/courses/contract.ts': `export const course = 1`,
    'plugins/lms/courses/server/list.ts': `import type { Place } from '../../shared/server/place.ts'\nexport const courses: Place[] = []`,
  }
  expect(await violationsOf(files)).toEqual([])
})
