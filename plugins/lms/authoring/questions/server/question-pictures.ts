import { z } from 'zod'
import type { PlatformScope, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { encodedPicture } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { imageKind } from '#core/server/files/image-kind.ts'
import { deleteUnusedImage } from '#core/server/files/unused-images.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Upload } from '#core/server/http/upload.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'

const insertPictures = statement('insert into lms_question_pictures (id) select unnest($ids::uuid[])')

/** Records that images were uploaded for questions: they are deleted once no question shows them. */
export async function addQuestionPictures(scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await scope.rows(insertPictures, { ids })
}

/** Uploads a picture for a question. @throws invalid (400) at `image`, plan.limit (403) */
export async function uploadQuestionPicture(unscoped: Unscoped, upload: Upload): Promise<{ imageUrl: string }> {
  refuseReadOnly(unscoped.http)
  const picture = { field: 'image', upload: await encodedPicture(unscoped, upload), ownerId: null }
  return storeFile(unscoped, imageKind, picture, async (scope, { id }) => {
    await addQuestionPictures(scope, [id])
    return { imageUrl: `/api/images/${id}` }
  })
}

const selectOwners = statement(z.object({ owner: z.uuid() }), 'select distinct owner from lms_question_pictures')

// Versions contain the questions that attempts and results show, including those of pools.
const updateUnused = statement(
  `with shown as (
      select m[1] as id from (
          select question::text as written from lms_questions where owner = $owner
          union all select details::text from lms_lessons where owner = $owner
          union all select details::text from lms_lesson_contents where owner = $owner
          union all select image_url from lms_courses where owner = $owner
          union all select image_url from lms_course_versions where owner = $owner
        ) s cross join lateral regexp_matches(s.written, '/api/images/([0-9a-f-]{36})', 'g') m
    ), looked as (
      select id, id::text in (select id from shown) as is_shown from lms_question_pictures where owner = $owner
    )
    update lms_question_pictures p set unused_at = case when l.is_shown then null else $now::timestamptz end from looked l
      where p.owner = $owner and l.id = p.id and l.is_shown = (p.unused_at is not null)`,
)

const selectUnused = statement(
  z.object({ id: z.uuid() }),
  `select id from lms_question_pictures where owner = $owner and unused_at <= $before
    order by unused_at, id limit $limit`,
)

const DAY_MS = 86_400_000

/** Days during which an author may restore a removed picture. */
const UNUSED_DAYS = 7

/** Maximum pictures per organization and night. */
const BATCH_SIZE = 1000

/**
 * Deletes pictures that no question, version or draft has shown for a week, every night. Deleted questions show theirs as
 * long as they can be restored.
 */
export const forgetQuestionPictures = defineJob({
  name: 'lms.forget-question-pictures',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '29 3 * * *', tz: 'UTC' },
  run: async (core) => {
    const owners = await core.db.platform(systemActor, ({ rows }) => rows(selectOwners))
    // One transaction per owner: it reads all content, and a statement has a time limit.
    for (const { owner } of owners) await core.db.platform(systemActor, (scope) => forgetUnused(scope, owner))
  },
})

async function forgetUnused(scope: PlatformScope, owner: string): Promise<void> {
  const now = scope.core.clock.now()
  const before = new Date(now.getTime() - UNUSED_DAYS * DAY_MS)
  await scope.rows(updateUnused, { owner, now })
  for (const { id } of await scope.rows(selectUnused, { owner, before, limit: BATCH_SIZE })) {
    await deleteUnusedImage(scope, `/api/images/${id}`)
  }
}
