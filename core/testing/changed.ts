import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { subjectOf } from './dependencies.ts'

const run = promisify(execFile)

const TEST = /[.](?:test|e2e)[.]tsx?$/

/**
 * Files that differ from `base`, from the root of the repository, with those that git does not know yet.
 * @throws Error of git, where there is no such commit
 */
export async function changedFiles(root: string, base: string): Promise<string[]> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.split('\n').filter(Boolean)
  const [changed, unknown] = await Promise.all([
    git('diff', '--name-only', '--diff-filter=ACMR', base),
    git('ls-files', '--others', '--exclude-standard'),
  ])
  return [...new Set([...changed, ...unknown])].filter((file) => existsSync(join(root, file)))
}

/**
 * The folder whose tests a file belongs to: its subject's in a plugin, its own elsewhere. What composes a plugin is tested
 * by its `testing/`.
 */
export function subjectFolder(file: string): string | undefined {
  const parts = file.split('/').slice(0, -1)
  if (/^plugins\/[^/]+\/(plugin|web|personal-data)[.]ts$/.test(file)) return undefined
  if (parts[0] === 'plugins') return subjectOf(file) ?? parts.slice(0, 3).join('/')
  if (parts[0] === 'core') return parts.slice(0, 4).join('/')
  if (parts[0] === 'config') return parts[1] === 'testing' ? parts.slice(0, 3).join('/') : undefined
  return parts[0] === 'cli' ? 'cli' : undefined
}

/**
 * Tests of what has changed: those of each subject by its folder, those of its plugin's `testing/`, and the platform's
 * that name the plugin. By imports nearly all would belong to it.
 */
export async function testsOfChange(root: string, changed: readonly string[]): Promise<string[]> {
  const folders = new Set(changed.map(subjectFolder).filter((folder) => folder !== undefined))
  const plugins = new Set(changed.flatMap((file) => /^plugins\/[^/]+/.exec(file) ?? []))
  const found = new Set(changed.filter((file) => TEST.test(file)))
  for await (const path of glob('{core,plugins,cli,web,config}/**/*.{test,e2e}.{ts,tsx}', { cwd: root })) {
    const file = path.replaceAll('\\', '/')
    const isNear = [...folders].some((folder) => file.startsWith(`${folder}/`))
    const isOfPlugin = [...plugins].some((plugin) => file.startsWith(`${plugin}/testing/`))
    if (isNear || isOfPlugin || (await namesOne(root, file, plugins))) found.add(file)
  }
  return [...found].toSorted((first, second) => first.localeCompare(second))
}

async function namesOne(root: string, file: string, plugins: ReadonlySet<string>): Promise<boolean> {
  if (!file.startsWith('config/testing/platform/') || file.endsWith('.e2e.ts')) return false
  const source = await readFile(join(root, file), 'utf8')
  return [...plugins].some((plugin) => source.includes(`#${plugin}/`))
}
