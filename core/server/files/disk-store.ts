import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange, Store, StoredContent } from './store.ts'
import { missingFile } from './missing-file.ts'

/** Bytes read at once. */
const CHUNK_BYTES = 256 * 1024

/** Stores files in a folder that only the platform's account can read. */
export class DiskStore implements Store {
  readonly location = 'disk'
  readonly #folder: string
  readonly #staging: string

  /** @param staging on the same file system as `folder` */
  constructor(folder: string, staging: string) {
    this.#folder = folder
    this.#staging = staging
  }

  async write(name: string, content: AsyncIterable<Buffer>, done?: (piece: Buffer) => void): Promise<void> {
    await mkdir(this.#staging, { recursive: true, mode: 0o700 })
    // Two writers may use the same name at once; the last one has written all of it.
    const partial = join(this.#staging, `${name.replaceAll('/', '-')}.${randomUUID().slice(0, 8)}`)
    const target = join(this.#folder, name)
    try {
      await writeDurably(partial, content, done)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(partial, target)
      await syncFolder(dirname(target))
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  async open(name: string, range?: ByteRange): Promise<StoredContent> {
    try {
      return await openFile(join(this.#folder, name), range)
    } catch (error) {
      throw isMissing(error) ? missingFile(name, error) : error
    }
  }

  async *pieces(name: string): AsyncGenerator<Buffer> {
    const file = await open(join(this.#folder, name)).catch((error: unknown) => {
      throw isMissing(error) ? missingFile(name, error) : error
    })
    try {
      const piece = Buffer.allocUnsafeSlow(CHUNK_BYTES)
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, CHUNK_BYTES)
        if (bytesRead === 0) return
        yield piece.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  async sizeOf(name: string): Promise<number | undefined> {
    return fileSize(join(this.#folder, name))
  }

  async names(): Promise<ReadonlySet<string>> {
    return new Set(await entries(this.#folder))
  }

  async list(folder: string): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>()
    await this.#gather(folder, found)
    return found
  }

  async #gather(folder: string, found: Map<string, number>): Promise<void> {
    for (const name of await entries(join(this.#folder, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      // Half-written files and uploads, in folders of their own.
      if (name.startsWith('.')) continue
      const known = await stat(join(this.#folder, path)).catch(ifMissing(undefined))
      if (known?.isDirectory()) await this.#gather(path, found)
      else if (known) found.set(path, known.size)
    }
  }

  /** Returns whether no half-written file is left. */
  async isClear(): Promise<boolean> {
    return (await entries(this.#staging)).length === 0
  }

  async clear(before?: Date): Promise<void> {
    for (const name of await entries(this.#staging)) {
      const path = join(this.#staging, name)
      if (before && !(await isOlder(path, before))) continue
      await rm(path, { force: true })
    }
  }
}

/** @throws errors of the file system */
export async function openFile(path: string, range?: ByteRange): Promise<StoredContent> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return { size, content: createReadStream('', { fd: file, highWaterMark: CHUNK_BYTES, ...range }) }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Bytes; undefined where the file is missing. */
async function fileSize(path: string): Promise<number | undefined> {
  const known = await stat(path).catch(ifMissing(undefined))
  return known?.isFile() ? known.size : undefined
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  const known = await stat(path).catch(ifMissing(undefined))
  return known !== undefined && known.mtime < than
}

/** Returns when the data would survive a power cut. */
async function writeDurably(
  path: string,
  content: AsyncIterable<Buffer>,
  done?: (piece: Buffer) => void,
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const chunk of content) {
      await file.writeFile(chunk)
      done?.(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync folders and does not need it.
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

async function entries(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing([]))
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

function ifMissing<T>(answer: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) return answer
    throw error
  }
}
