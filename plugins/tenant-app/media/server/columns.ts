import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { isPlatformStaff } from '../../shared/server/roles.ts'
import { DELETED_DAYS, media, sharedMedia, type Media } from '../contract.ts'
import { withoutConsentQuery } from './consents.ts'

/** Columns of media `m` with `withFile`. */
export const sharedColumns = `m.id, m.session_id as "sessionId", s.name as "sessionName", m.file_name as "fileName",
  '/api/files/' || m.id as "fileUrl", f.mime_type as "fileType", f.size as "fileSize", m.kind, m.caption,
  m.alt_text as "altText", m.created_at as "createdAt"`

export const sharedRow = sharedMedia

export const columns = `${sharedColumns}, f.uploaded_by as "uploadedBy",
  case when u.id is not null then u.first_name || ' ' || u.last_name end as "uploadedByName",
  m.is_public as "isPublic", m.shows_nobody as "showsNobody",
  (select count(*)::int from media_students t where t.tenant_id = m.tenant_id and t.media_id = m.id) as "studentCount",
  case when m.deleted_at is not null then 'deleted' when f.state = 'missing' then 'missing' else 'ready' end as state,
  m.deleted_at + interval '${DELETED_DAYS} days' as "deletedUntil", m.updated_at as "updatedAt"`

/** Row of the statements; `isWithheld` is read for a whole page at once. */
export const mediaRow = media.omit({ isWithheld: true })
export type MediaRow = z.infer<typeof mediaRow>

export const withFile = `join files f on f.tenant_id = m.tenant_id and f.id = m.id
  left join users u on u.tenant_id = f.tenant_id and u.id = f.uploaded_by
  left join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id`

const selectWithheldMedia = statement(
  z.object({ mediaId: z.uuid() }),
  `select distinct w.media_id as "mediaId" from (${withoutConsentQuery((column) => `${column} = any($ids::uuid[])`)}) w`,
)

/** Lists those of the media that have a tagged child who may not be shown. */
async function listWithoutConsent(scope: TenantScope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const values = { ids, now: scope.core.clock.now(), tenantId: scope.tenantId }
  const found = await scope.rows(selectWithheldMedia, values)
  return new Set(found.map(({ mediaId }) => mediaId))
}

/** Adds `isWithheld`, except for platform staff: it would reveal consents. */
export async function addWithheld(scope: TenantScope, rows: readonly MediaRow[]): Promise<Media[]> {
  if (isPlatformStaff(scope)) return rows.map((row) => ({ ...row, isWithheld: null }))
  const shared = rows.filter(({ isPublic }) => isPublic).map(({ id }) => id)
  const without = await listWithoutConsent(scope, shared)
  return rows.map((row) => ({
    ...row,
    isWithheld: row.isPublic && (without.has(row.id) || (row.studentCount === 0 && !row.showsNobody)),
  }))
}
