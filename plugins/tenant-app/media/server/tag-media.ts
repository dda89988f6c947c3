import { z } from 'zod'
import { recordAll } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { MAX_TAGS, type MediaResult, type MediaTags } from '../contract.ts'
import { entryOf, lockMedia, nextVersions, type HeldMedia } from './lock-media.ts'
import { refusedOf } from './share-media.ts'

const lockStudents = statement(
  z.object({ id: z.uuid() }),
  'select id from students where id = any($ids::uuid[]) for key share',
)

/** @throws invalid at `field` when the organization lacks one of these students */
export async function checkStudents(scope: TenantScope, field: string, ids: readonly string[]): Promise<void> {
  const found = await scope.rows(lockStudents, { ids })
  if (found.length < new Set(ids).size) throw invalidField(field, 'This organization has no student like that')
}

/** Tags of a file. */
interface Tagged {
  media: HeldMedia
  studentIds: readonly string[]
  showsNobody: boolean
}

const insertTags = statement(`insert into media_students (media_id, student_id)
  select * from unnest($mediaIds::uuid[], $studentIds::uuid[]) on conflict do nothing`)

const deleteTags = statement(`delete from media_students t
  using unnest($mediaIds::uuid[], $studentIds::uuid[]) r (media_id, student_id)
  where t.media_id = r.media_id and t.student_id = r.student_id`)

const updateShowsNobody = statement(`update media m set shows_nobody = s.shows_nobody, ${nextVersions}
  from unnest($ids::uuid[], $states::boolean[]) s (id, shows_nobody) where m.id = s.id`)

/** Writes tags of locked files. @returns audit entries, one for each changed file */
export async function writeTags(scope: TenantScope, tagged: readonly Tagged[]): Promise<AuditEntry[]> {
  const differing = tagged.flatMap((one) => {
    const added = one.studentIds.filter((id) => !one.media.studentIds.includes(id))
    const removed = one.media.studentIds.filter((id) => !one.studentIds.includes(id))
    const isSame = added.length + removed.length === 0 && one.showsNobody === one.media.showsNobody
    return isSame ? [] : [{ ...one, added, removed }]
  })
  const pairs = (name: 'added' | 'removed') => ({
    mediaIds: differing.flatMap((one) => one[name].map(() => one.media.id)),
    studentIds: differing.flatMap((one) => one[name]),
  })
  await scope.rows(insertTags, pairs('added'))
  await scope.rows(deleteTags, pairs('removed'))
  await scope.rows(updateShowsNobody, {
    ids: differing.map(({ media }) => media.id),
    states: differing.map(({ showsNobody }) => showsNobody),
    now: scope.core.clock.now(),
  })
  return differing.map(({ media, added, removed, showsNobody }) =>
    entryOf(media, {
      action: 'media.tagged',
      description: showsNobody
        ? 'Stated that no child can be recognised on a file'
        : 'Changed which children are on a file',
      after: { showsNobody },
      metadata: { added, removed },
    }),
  )
}

/**
 * Adds or removes tags of children. Shared files stay shared, and families see them while all tagged children may be shown.
 * @throws not-found, invalid at `add`
 */
export async function tagMedia(scope: TenantScope, tags: MediaTags): Promise<MediaResult> {
  const [adding, removing] = [normalizeIds(tags.add), normalizeIds(tags.remove)]
  const held = await lockMedia(scope, tags.ids)
  await checkStudents(scope, 'add', adding)
  const showsNobody = tags.showsNobody ?? false
  const wanted = held.map((media) => {
    const kept = [...new Set([...media.studentIds, ...adding])].filter((id) => !removing.includes(id))
    const studentIds = showsNobody ? [] : kept
    return { media, studentIds, showsNobody: showsNobody || (studentIds.length === 0 && media.showsNobody) }
  })
  const trouble = new Map(
    wanted
      .filter(({ studentIds }) => studentIds.length > MAX_TAGS)
      .map(({ media }) => [media.id, `At most ${MAX_TAGS} children can be on one file.`]),
  )
  const entries = await writeTags(
    scope,
    wanted.filter(({ media }) => !trouble.has(media.id)),
  )
  await recordAll(scope, entries)
  return { changed: entries.length, refused: refusedOf(held, trouble) }
}

export const normalizeIds = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]
