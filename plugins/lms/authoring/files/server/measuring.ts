import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { measureLength } from './recording-length.ts'

const selectUnmeasuredFiles = statement(
  z.object({ id: z.uuid(), sha256: z.string(), size: z.number(), mimeType: z.string() }),
  `select f.id, b.sha256, b.size, b.mime_type as "mimeType" from lms_files f
    join files b on b.owner = f.owner and b.id = f.id and b.state <> 'receiving'
    where f.owner = $owner and f.course_id = $courseId and f.kind in ('video', 'audio') and f.seconds is null
    order by f.created_at desc, f.id desc limit $most`,
)

const updateSeconds = statement(
  `update lms_files f set seconds = m.seconds from unnest($ids::uuid[], $seconds::float8[]) m (id, seconds)
    where f.owner = $owner and f.id = m.id`,
)

/** Maximum recordings that are measured after one upload: some cannot be measured, and are tried again after each upload. */
export const MAX_MEASURED_AFTER_UPLOAD = 5

/**
 * Saves the lengths of a course's recordings, so that the server can compute the share that was played.
 * @param most of them, newest first
 */
export async function measureRecordings(scope: Scope, courseId: string | null, most = LIST_CAP): Promise<void> {
  const owner = ownerOf(scope)
  const found = await scope.rows(selectUnmeasuredFiles, { owner, courseId, most })
  const lengths = await Promise.all(
    found.map(async (file) => ({ id: file.id, seconds: await measureLength(scope.core, file) })),
  )
  const known = lengths.filter(({ seconds }) => seconds !== null)
  if (known.length === 0) return
  await scope.rows(updateSeconds, {
    owner,
    ids: known.map(({ id }) => id),
    seconds: known.map(({ seconds }) => seconds),
  })
}
