import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { statement } from '../database/statement.ts'
import { incomingFolder } from '../http/upload.ts'
import { systemActor } from '../identity/actor.ts'
import { defineJob } from '../jobs/jobs.ts'
import { CONTENT_FOLDERS } from './contents.ts'
import { clearUploads } from './uploads/uploads.ts'

const DAY_MS = 86_400_000

/**
 * Removes uploads that were never completed, and contents that no file has referenced for a day: a backup may take that
 * long to copy everything in its snapshot.
 */
export const cleanUpFiles = defineJob({
  name: 'files.clean-up',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '23 3 * * *', tz: 'UTC' },
  run: async (core) => {
    const now = core.clock.now()
    const before = new Date(now.getTime() - DAY_MS)
    await core.db.platform(systemActor, ({ trx }) =>
      trx('files').where({ state: 'receiving' }).where('createdAt', '<', before).delete(),
    )
    await clearUploads(core, before)
    for (const folder of CONTENT_FOLDERS) await noteUnnamed(core, folder, now)
    await removeUnnamed(core, before)
    await core.files.contents.clear(before)
    await clearIncoming(core, before)
  },
})

/** Builds the condition that a file or a thumbnail has the content. */
export const isNamed = (sha256: string) =>
  `(exists (select from files f where f.sha256 = ${sha256}) or exists (select from thumbnails t where t.sha256 = ${sha256}))`

const insertUnnamedContents = statement(`insert into unnamed_contents (sha256, since)
       select name, $2::timestamptz from unnest($1::text[]) name
        where not ${isNamed('name')} on conflict do nothing`)

const deleteNamedContents = statement(`delete from unnamed_contents u where sha256 like $1 and ${isNamed('u.sha256')}`)

async function noteUnnamed(core: Core, folder: string, now: Date): Promise<void> {
  const names = await core.files.contents.namesIn(folder)
  await core.db.platform(systemActor, async ({ rows }) => {
    await rows(insertUnnamedContents, [names, now])
    await rows(deleteNamedContents, [`${folder}%`])
  })
}

const selectUnnamedContents = statement(
  z.object({ sha256: z.string() }),
  'select sha256 from unnamed_contents where since < $1',
)

const deleteUnnamedContent = statement(`delete from unnamed_contents u where sha256 = $1 and since < $2
            and not ${isNamed('u.sha256')} returning sha256`)

async function removeUnnamed({ db, files }: Core, before: Date): Promise<void> {
  const outdated = await db.platform(systemActor, ({ rows }) => rows(selectUnnamedContents, [before]))
  for (const { sha256 } of outdated) {
    await db.platform(systemActor, async ({ rows }) => {
      // A concurrent upload of the same content waits for this transaction, and then finds the content gone.
      const [unnamed] = await rows(deleteUnnamedContent, [sha256, before])
      if (unnamed) await files.contents.remove(sha256)
    })
  }
}

async function clearIncoming(core: Core, before: Date): Promise<void> {
  const folder = incomingFolder(core)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtime } = await stat(path).catch(() => ({ mtime: core.clock.now() }))
    if (mtime < before) await rm(path, { force: true })
  }
}
