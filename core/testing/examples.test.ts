import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

test('every file that plugins/README.md says to copy is there', async () => {
  const page = await readFile(new URL('plugins/README.md', root), 'utf8')
  const [, examples = ''] = page.split('# I want to')
  const paths = [...examples.matchAll(/`((?:cli|config|core|plugins|web)\/[^`]+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})
