import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { ThumbnailWidth } from '#core/contract/files.ts'
import type { Core, FileKind, Thumbnails } from '../core.ts'
import { statement } from '../database/statement.ts'
import { AppError, invalidField } from '../errors.ts'
import { systemActor } from '../identity/actor.ts'
import { storeContent } from './stored-files.ts'

/** Original from which a thumbnail is made. */
interface Original {
  id: string
  sha256: string
}

/** Always WebP. */
interface Thumbnail {
  sha256: string
  /** Bytes. */
  size: number
}

/** Maximum queued thumbnails on this node; further requests must be repeated. */
const MAX_WAITING = 200

/** Pictures without a possible thumbnail, remembered until the next start. */
const MAX_REFUSED = 1000

const selectThumbnail = statement(
  z.object({ sha256: z.string(), size: z.number() }),
  'select sha256, size from thumbnails where file_id = $id and width = $width',
)

// The file may have been deleted meanwhile, and another node may have been quicker.
const insertThumbnail = statement(`insert into thumbnails (file_id, width, sha256, size)
  select id, $width, $sha256, $size from files where id = $id on conflict do nothing`)

/**
 * Small versions of pictures, made one after the other behind the requests: the first request gets the original, and browsers
 * ask again. No request waits for one.
 */
export class MadeThumbnails implements Thumbnails {
  readonly #wanted = new Map<string, Promise<void>>()
  readonly #refused = new Set<string>()
  readonly #turn = pLimit(1)
  #isClosed = false

  async of(core: Core, kind: FileKind, file: Original, width: ThumbnailWidth): Promise<Thumbnail | undefined> {
    if (!kind.thumbnails?.includes(width)) throw invalidField('width', 'There are no thumbnails of this width')
    const values = { id: file.id, width }
    const [found] = await core.db.platform(systemActor, ({ lastRows }) => lastRows(selectThumbnail, values))
    if (!found) this.#want(core, file, width)
    return found
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#turn.clearQueue()
    // Waits for the thumbnail in progress.
    await this.#turn(async () => undefined)
  }

  #want(core: Core, file: Original, width: ThumbnailWidth): void {
    const name = `${file.id} ${width}`
    if (this.#isClosed || this.#refused.has(name) || this.#wanted.has(name) || this.#wanted.size >= MAX_WAITING) return
    const made = this.#turn(() => make(core, file, width))
      .catch((error: unknown) => {
        // A busy process and an unavailable store are retried later.
        if (!(error instanceof AppError) || error.status >= 500) {
          core.log.warn({ err: error, file: file.id }, 'could not make a thumbnail')
        } else if (this.#refused.size < MAX_REFUSED) this.#refused.add(name)
      })
      .finally(() => this.#wanted.delete(name))
    this.#wanted.set(name, made)
  }
}

async function make(core: Core, { id, sha256 }: Original, width: ThumbnailWidth): Promise<void> {
  const { content } = await core.files.contents.open(sha256)
  const { data } = await core.images.thumbnail(Buffer.concat(await content.toArray()), width)
  const made = { sha256: createHash('sha256').update(data).digest('hex'), size: data.length }
  await storeContent(core, made, () => Readable.from([Buffer.from(data)]))
  await core.db.platform(systemActor, ({ rows }) => rows(insertThumbnail, { id, width, ...made }))
}
