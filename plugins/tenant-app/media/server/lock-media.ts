import { z } from 'zod'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { mediaKind } from '../contract.ts'
import { seenMedia, sightOf } from './policies.ts'

const lockMediaRows = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select m.id from media m where m.id = any($ids::uuid[]) and ${seenMedia(viewer, 'm.id')}
      order by m.id for no key update of m`,
  ),
)

const lockedMedia = z.object({
  id: z.uuid(),
  kind: mediaKind,
  fileName: z.string(),
  caption: z.string(),
  altText: z.string(),
  sessionId: z.uuid().nullable(),
  isPublic: z.boolean(),
  showsNobody: z.boolean(),
  studentIds: z.array(z.string()),
  deletedAt: z.string().nullable(),
  updatedAt: z.string(),
})
export type HeldMedia = z.infer<typeof lockedMedia>

// Read after the lock: before, it could miss a concurrent change of tags.
const selectLockedMedia = statement(
  lockedMedia,
  `select m.id, m.kind, m.file_name as "fileName", m.caption, m.alt_text as "altText", m.session_id as "sessionId",
      m.is_public as "isPublic", m.shows_nobody as "showsNobody",
      array(select t.student_id::text from media_students t where t.tenant_id = m.tenant_id and t.media_id = m.id
        order by t.student_id) as "studentIds",
      m.deleted_at as "deletedAt", m.updated_at as "updatedAt"
    from media m where m.id = any($ids::uuid[]) order by m.created_at desc, m.id`,
)

/**
 * Locks media to the end of the transaction, so that only one user changes them at a time.
 * @throws not-found unless the caller sees all of them
 */
export async function lockMedia(scope: TenantScope, ids: readonly string[]): Promise<HeldMedia[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const found = await scope.rows(lockMediaRows({ viewer: viewerOf(scope) }), { ids: [...wanted], ...sightOf(scope) })
  if (found.length < wanted.size) throw notFound('Media')
  return scope.rows(selectLockedMedia, { ids: [...wanted] })
}

/** Audit entry of one file, without texts about it and tagged children. */
export const entryOf = (
  { id }: Pick<HeldMedia, 'id'>,
  entry: Omit<AuditEntry, 'category' | 'resource' | 'resourceId'>,
): AuditEntry => ({ ...entry, category: 'account', resource: 'media', resourceId: id })

// Later than the previous version in any case, as in `nextVersion` for one row.
export const nextVersions = `updated_at = greatest($now::timestamptz, updated_at + interval '1 millisecond')`
