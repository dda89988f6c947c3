import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store, StoredFile } from './store.ts'
import { fileMissing } from './missing.ts'

/** Archives as files in a folder that only the platform's account can look into. */
export class DiskStore implements Store {
  readonly location = 'disk'
  readonly #folder: string
  readonly #staging: string

  constructor(folder: string, staging: string) {
    this.#folder = folder
    this.#staging = staging
  }

  async write(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(this.#staging, { recursive: true, mode: 0o700 })
    const partial = join(this.#staging, name)
    try {
      await writeDurably(partial, content)
      await rename(partial, join(this.#folder, name))
      await syncFolder(this.#folder)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  async open(name: string): Promise<StoredFile> {
    try {
      return await openFile(join(this.#folder, name))
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? fileMissing(name, error) : error
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  async names(): Promise<ReadonlySet<string>> {
    return new Set(await entries(this.#folder))
  }

  async clear(): Promise<void> {
    for (const name of await entries(this.#staging)) await rm(join(this.#staging, name), { force: true })
  }
}

/** @throws errors of the file system */
export async function openFile(path: string): Promise<StoredFile> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return { size, content: createReadStream('', { fd: file, highWaterMark: 256 * 1024 }) }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Returns when a power cut could not take it any more. */
async function writeDurably(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const chunk of content) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no such thing and does not need it.
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
