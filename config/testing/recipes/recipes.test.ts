import { describe, expect, test } from 'vitest'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { fillBlock, fillVariables, GUIDE, readRepositoryFile } from './guide.ts'
import { recipes } from './list.ts'

const declared = plugins.flatMap(({ environment }) => environment ?? [])

describe('recipes of the operators’ guide', () => {
  test('an operator finds a section for each recipe, and each section is run', async () => {
    const [, part = ''] = (await readRepositoryFile(GUIDE)).split('## Recipes\n')
    const sections = [...part.matchAll(/^### (.+)$/gm)].map(([, section]) => section)
    expect(sections).toEqual([...new Set(recipes.map(({ section }) => section))])
  })

  const blocks = [...new Set(recipes.flatMap((recipe) => recipe.blocks))].map(
    (block) => [block.section, block] as const,
  )

  test.for(blocks)('%s: the guide has the examples that the recipe replaces', async ([, block]) => {
    const values = Object.fromEntries(block.examples.map((example) => [example, example]))
    expect(await fillBlock(block, values)).not.toBe('')
  })

  test.for(blocks.filter(([, { language }]) => language === 'sh'))(
    '%s: an operator sets variables that the platform reads',
    async ([, block]) => {
      const values = Object.fromEntries(block.examples.map((example) => [example, example]))
      const variables = { ...(await fillVariables(block, values)), SESSION_KEY: '1'.repeat(64) }
      expect(() => readEnv(variables, declared)).not.toThrow()
      const described = await readRepositoryFile('cli/environment.md')
      expect(Object.keys(variables).filter((name) => !described.includes(name))).toEqual([])
    },
  )
})
