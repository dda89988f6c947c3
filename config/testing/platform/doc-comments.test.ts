import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Doc comments that begin with a word after which no verb or noun says what is described. */
const begun = /\/\*\*[\s*]+(?:What|Whether|Of|As|Who|Whoever|Where|How|Those|When|By|If)\s[^\n]*/g

/** Lists the beginnings of a source's doc comments that do not say what they describe. */
const unsaid = (source: string) => source.match(begun)?.map((comment) => comment.replace(/^[/*\s]+/, '')) ?? []

test('doc comments begin with a verb or the noun of what they describe', async () => {
  const found: string[] = []
  for await (const file of glob('{core,plugins,cli,web,config}/**/*.{ts,tsx}', { cwd: root })) {
    for (const comment of unsaid(await readFile(`${root}${file}`, 'utf8'))) found.push(`${file}: ${comment}`)
  }
  expect(found.toSorted()).toEqual([])
})

test('comments of one line and of several are read alike, and a word is compared as a whole', () => {
  const word = 'Whether'
  const source = `/** ${word} it is. */\n/**\n * ${word} it was.\n */\n/** Offers it. */\n// ${word} it will be.`
  expect(unsaid(source)).toEqual(['Whether it is. */', 'Whether it was.'])
})
