import { z } from 'zod'
import type { Core } from '../core.ts'
import type { KeptFile } from '../files/kept-file.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { isNamed } from './clean-up.ts'
import { storeContent } from './stored-files.ts'

type Content = Pick<KeptFile, 'sha256' | 'size'>

// A later upload of the same content deletes the note, and the content stays.
const insertUnnamedContent = statement(
  z.object({ sha256: z.string() }),
  'insert into unnamed_contents (sha256, since) values ($sha256, $since) on conflict do nothing returning sha256',
)

const deleteUnnamedContent = statement('delete from unnamed_contents where sha256 = $sha256')

const deleteIfStillUnnamed = statement(
  z.object({ sha256: z.string() }),
  `delete from unnamed_contents u where sha256 = $sha256 and since = $since and not ${isNamed('u.sha256')}
      -- A concurrent upload that stored it before the note, and will reference it soon.
      and not exists (select from files f where f.state = 'receiving' and f.size = $size)
    returning sha256`,
)

/**
 * Contents of an act that is all or nothing: if it fails, they are removed at once instead of by the nightly clean-up,
 * which finds those that a killed process left behind.
 */
export class ProvisionalContents {
  readonly #core: Core
  readonly #kept = new Map<string, { size: number; since: string }>()

  constructor(core: Core) {
    this.#core = core
  }

  /** Stores a content that a file is going to reference. */
  async keep({ sha256, size }: Content, content: () => AsyncIterable<Buffer>): Promise<void> {
    // A content that existed before may be about to be referenced by another request.
    const isThere = (await this.#core.files.contents.sizeOf(sha256)) === size
    await storeContent(this.#core, { sha256, size }, content)
    if (!isThere) await this.#note({ sha256, size })
  }

  /** Takes responsibility for a content whose file is deleted. */
  async takeOver({ sha256, size }: Content): Promise<void> {
    await this.#note({ sha256, size })
  }

  /** Removes the contents that no file references. */
  async drop(): Promise<void> {
    for (const [sha256, { size, since }] of this.#kept) {
      await this.#core.db.platform(systemActor, async ({ rows }) => {
        // A concurrent upload of the same content waits for this transaction, and then finds the content gone.
        const [found] = await rows(deleteIfStillUnnamed, { sha256, size, since })
        if (found) await this.#core.files.contents.remove(sha256)
      })
    }
    this.#kept.clear()
  }

  async #note({ sha256, size }: Content): Promise<void> {
    const since = this.#core.clock.now().toISOString()
    await this.#core.db.platform(systemActor, async ({ rows }) => {
      const [mine] = await rows(insertUnnamedContent, { sha256, since })
      if (mine) this.#kept.set(sha256, { size, since })
      // Two requests stored it at once: the nightly clean-up removes it after a day.
      else await rows(deleteUnnamedContent, { sha256 })
    })
  }
}
