import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { changedFiles, subjectFolder, testsOfChange } from './changed.ts'
import { temporaryFolder } from './temporary.ts'

const run = promisify(execFile)

/** A repository with these files, committed. */
async function repository(files: Record<string, string>): Promise<string> {
  const root = await temporaryFolder()
  await write(root, files)
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'all'],
  ]) {
    await run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: root })
  }
  return root
}

async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

test('a change brings the tests of its subject, of its plugin and of the platform that name the plugin', async () => {
  const root = await repository({
    'plugins/billing/plans/server/plans.ts': '1',
    'plugins/billing/plans/server/plans.test.ts': '',
    'plugins/billing/plans/web/plans.e2e.ts': '',
    'plugins/billing/invoices/server/invoices.test.ts': '',
    'plugins/billing/testing/calls.test.ts': '',
    'plugins/lms/testing/calls.test.ts': '',
    'config/testing/platform/races.test.ts': `import '#plugins/billing/testing/races.ts'`,
    'config/testing/platform/proxy.test.ts': `import '#plugins/lms/plugin.ts'`,
  })
  expect(await changedFiles(root, 'HEAD')).toEqual([])
  await write(root, { 'plugins/billing/plans/server/plans.ts': '2' })
  const changed = await changedFiles(root, 'HEAD')
  expect(changed).toEqual(['plugins/billing/plans/server/plans.ts'])
  expect(await testsOfChange(root, changed)).toEqual([
    'config/testing/platform/races.test.ts',
    'plugins/billing/plans/server/plans.test.ts',
    'plugins/billing/plans/web/plans.e2e.ts',
    'plugins/billing/testing/calls.test.ts',
  ])
})

test('a file that git does not know is a change, one that was removed is none', async () => {
  const root = await repository({ 'core/server/mail/old.test.ts': '', 'core/server/mail/kept.test.ts': '' })
  await write(root, { 'core/server/mail/new.test.ts': '' })
  await run('git', ['rm', '-q', 'core/server/mail/old.test.ts'], { cwd: root })
  const changed = await changedFiles(root, 'HEAD')
  expect(changed).toEqual(['core/server/mail/new.test.ts'])
  expect(await testsOfChange(root, changed)).toEqual(['core/server/mail/kept.test.ts', 'core/server/mail/new.test.ts'])
})

test.for([
  ['plugins/lms/assessment/attempts/server/attempt.ts', 'plugins/lms/assessment/attempts'],
  ['plugins/tenant-app/media/web/SharedMedia.tsx', 'plugins/tenant-app/media'],
  ['plugins/lms/plugin.ts', undefined],
  ['core/server/identity/second-factor/factors.ts', 'core/server/identity/second-factor'],
  ['core/web/ui/fields/TextField.tsx', 'core/web/ui/fields'],
  ['cli/commands/seed.ts', 'cli'],
  ['config/env.ts', undefined],
  ['config/testing/platform/killed/jobs.ts', 'config/testing/platform'],
  ['README.md', undefined],
] as const)('%s belongs to %s', ([file, folder]) => {
  expect(subjectFolder(file)).toBe(folder)
})
