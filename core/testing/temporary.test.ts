import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolderOfRun } from './temporary.ts'

/** As it was before, for the tests that follow in this process. */
function keepEnvironment(): void {
  const before = Object.fromEntries(['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, process.env[name]]))
  onTestFinished(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
}

test('a run keeps its temporary files in a folder of its own', async () => {
  keepEnvironment()
  const outside = tmpdir()
  const remove = await temporaryFolderOfRun()
  expect(tmpdir()).not.toBe(outside)
  await expect(remove()).resolves.toBeUndefined()
})

test('a run that leaves a temporary file behind fails by its name', async () => {
  keepEnvironment()
  const remove = await temporaryFolderOfRun()
  const forgotten = await mkdtemp(join(tmpdir(), 'trellis-forgotten-'))
  await writeFile(join(forgotten, 'row'), '1')
  await expect(remove()).rejects.toThrow(`left behind in the temporary folder: ${basename(forgotten)}`)
})
