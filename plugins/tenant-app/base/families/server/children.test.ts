import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const plugins = fileURLToPath(new URL('../../../../', import.meta.url))
const OWNER = 'tenant-app/base/families/server/children.ts'

test('one file decides which guardians may be notified about a student', async () => {
  const deciding: string[] = []
  for await (const file of glob('**/*.ts', { cwd: plugins, exclude: ['**/migrations/**', '**/*.test.ts'] })) {
    const source = await readFile(`${plugins}${file}`, 'utf8')
    if (/may_be_told\s+and\b|and\s+(?:not\s+)?\S*\.may_be_told\b/.test(source)) deciding.push(file)
  }
  expect(deciding).toEqual([OWNER])
})
