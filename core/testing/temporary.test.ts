import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolderOfRun } from './temporary.ts'

/** Restores the environment afterwards, for the tests that follow in this process. */
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

test('a run removes what a killed one has left, and the PostgreSQL that it started', async () => {
  keepEnvironment()
  const first = await temporaryFolderOfRun()
  const base = join(tmpdir(), '..')
  await first()
  const gone = spawnSync(process.execPath, ['--eval', '']).pid
  const left = await mkdtemp(join(base, `trellis-run-${gone}-`))
  const data = join(left, 'trellis-database', 'data')
  await mkdir(data, { recursive: true })
  // Stands for PostgreSQL: a process that is started with the folder of its data.
  const server = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', data], { stdio: 'ignore' })
  await writeFile(join(data, 'postmaster.pid'), `${server.pid}\n${data}\n`)
  const ended = once(server, 'exit')
  const remove = await temporaryFolderOfRun()
  onTestFinished(remove)
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await readdir(base)).not.toContain(basename(left))
})

test('a run leaves alone what another one that goes on has in its folder', async () => {
  keepEnvironment()
  const removeFirst = await temporaryFolderOfRun()
  onTestFinished(removeFirst)
  const first = tmpdir()
  const removeSecond = await temporaryFolderOfRun()
  onTestFinished(removeSecond)
  expect(await readdir(join(first, '..'))).toContain(basename(first))
})
