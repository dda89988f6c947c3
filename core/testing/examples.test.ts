import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

test('every file that core/README.md says to copy is there', async () => {
  const page = await readFile(new URL('core/README.md', root), 'utf8')
  const paths = [...page.matchAll(/`((?:cli|config|core|plugins|web)\/[^`]+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})
