import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { readCommit } from './version.ts'

const commit = '5a16b062b2c86bbe56aca625ec7f63a714477f01'

/** A folder of git with these files. */
async function repository(files: Record<string, string>): Promise<URL> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'refs/heads'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

describe('the commit of a version', () => {
  test.for([
    ['the branch that is checked out', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }],
    [
      'a branch that git has packed',
      {
        HEAD: 'ref: refs/heads/main\n',
        'packed-refs': `# pack-refs with: peeled\n${'0'.repeat(40)} refs/heads/maintained\n${commit} refs/heads/main\n`,
      },
    ],
    ['a commit that is checked out without a branch', { HEAD: `${commit}\n` }],
  ] as const)('is read from %s', async ([, files]) => {
    expect(readCommit(await repository(files))).toBe('5a16b062')
  })

  test.for([
    ['there is no repository', {}],
    ['the branch has no commit yet', { HEAD: 'ref: refs/heads/main\n' }],
  ] as const)('is absent where %s', async ([, files]) => {
    expect(readCommit(await repository(files))).toBeUndefined()
  })
})
