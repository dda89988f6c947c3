import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { statement } from '../database/statement.ts'
import { systemActor } from '../identity/actor.ts'
import { defineJob } from '../jobs/jobs.ts'
import { storeContent } from './stored-files.ts'
import { imageKind } from './image-kind.ts'

/** Images looked up at once; their bytes are read one after the other. */
const BATCH_SIZE = 100

/** Maximum milliseconds of a run: it ends before the next one begins. */
const MAX_RUN_MS = 9 * 60_000

/**
 * Moves images stored in the database into the file store: those from before there was one, and those of old archives
 * whenever one is restored. An image keeps its id and stays available at any moment; an interruption stops
 * between two images, and a concurrent run finds an image already moved.
 */
export const moveImages = defineJob({
  name: 'files.move-images',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *', tz: 'UTC' },
  run: async (core) => {
    const end = core.clock.now().getTime() + MAX_RUN_MS
    let after: string | undefined
    // While the platform is held, a restore is about to replace them.
    while (core.clock.now().getTime() < end && (await core.settings.hold()) === null) {
      const unmoved = await unmovedAfter(core, after)
      for (const id of unmoved) await moveImage(core, id)
      after = unmoved.at(-1)
      if (after === undefined) return
    }
  },
})

const selectUnmovedImages = statement(
  z.object({ id: z.string() }),
  'select id from images where $1::uuid is null or id > $1 order by id limit $2',
)

async function unmovedAfter({ db }: Core, after: string | undefined): Promise<string[]> {
  const unmoved = await db.platform(systemActor, ({ rows }) => rows(selectUnmovedImages, [after ?? null, BATCH_SIZE]))
  return unmoved.map(({ id }) => id)
}

const selectImageBytes = statement(z.object({ data: z.instanceof(Buffer) }), 'select data from images where id = $1')

// Deleting the organization locks it first, too; another order would deadlock.
const lockTenantOfImage = statement(
  'select from tenants where id = (select tenant_id from images where id = $1) for key share',
)

const moveStatement = statement(`with moved as (
         delete from images where id = $1 and sha256(data) = decode($2, 'hex') returning *)
       insert into files (id, tenant_id, kind, filename, mime_type, size, sha256, state, uploaded_by, created_at)
       select id, tenant_id, '${imageKind.id}', filename, mime_type, length(data), $2, 'complete', uploaded_by, created_at
         from moved`)

async function moveImage(core: Core, id: string): Promise<void> {
  const [image] = await core.db.platform(systemActor, ({ rows }) => rows(selectImageBytes, [id]))
  if (!image) return
  const { data } = image
  const sha256 = createHash('sha256').update(data).digest('hex')
  await storeContent(core, { sha256, size: data.length }, () => Readable.from([data]))
  await core.db.platform(systemActor, async ({ rows }) => {
    await rows(lockTenantOfImage, [id])
    await rows(moveStatement, [id, sha256])
  })
}
