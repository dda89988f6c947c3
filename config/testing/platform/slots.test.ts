import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The plugin that a file belongs to, or `core`. */
const ownerOf = (file: string) => /^plugins\/([^/]+)/.exec(file)?.[1] ?? 'core'

test('a plugin other than its owner adds to each slot; what a plugin adds to its own pages is an import', async () => {
  const slots: { owner: string; name: string }[] = []
  const calls = new Map<string, Set<string>>()
  for await (const file of glob('{core/web,plugins}/**/*.ts', { cwd: root, exclude: ['**/*.{test,e2e}.ts'] })) {
    const source = await readFile(`${root}${file}`, 'utf8')
    for (const [, name = ''] of source.matchAll(/^export const (\w+) = defineSlot\b/gm))
      slots.push({ owner: ownerOf(file), name })
    for (const [, name = ''] of source.matchAll(/(?<![\w.'])(\w+)\(\{/g))
      calls.set(name, (calls.get(name) ?? new Set()).add(ownerOf(file)))
  }
  expect(slots.length).toBeGreaterThan(10)
  const own = slots.filter(({ owner, name }) => ![...(calls.get(name) ?? [])].some((one) => one !== owner))
  expect(own.map(({ owner, name }) => `${owner} ${name}`)).toEqual([])
})
