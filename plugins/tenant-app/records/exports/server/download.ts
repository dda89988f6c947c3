import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { answerBytes } from '#core/server/files/serve-content.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { tenantFor } from '#core/server/http/access.ts'
import { signedIn, type Unscoped } from '#core/server/http/mount.ts'
import { requireOwnExport } from './person-exports.ts'

const lockReadyExport = statement(
  z.object({
    filename: z.string(),
    size: z.number(),
    sha256: z.string(),
    studentId: z.uuid().nullable(),
    userId: z.uuid().nullable(),
    isOnRecord: z.boolean(),
  }),
  `select filename, size, sha256, student_id as "studentId", user_id as "userId",
      $caller::uuid = any (downloaded_by) as "isOnRecord"
    from data_exports where id = $id and kind = $kind and status = 'ready' and expires_at > $now for update`,
)

const updateDownload = statement(
  `update data_exports set downloaded_at = $now, downloaded_by = array_append(array_remove(downloaded_by, $caller::uuid), $caller::uuid)
    where id = $id`,
)

/** @throws not-found for an export that is not ready, or has expired; forbidden for platform staff */
export async function downloadExport(unscoped: Unscoped, id: string): Promise<FileAnswer> {
  if (signedIn(unscoped.http).user.role === 'superadmin') {
    throw forbidden('Only the organization’s own admins export its data')
  }
  return answerDownload(unscoped, id, 'organization', (scope) =>
    record(scope, {
      action: 'export.downloaded',
      category: 'security',
      severity: 'warning',
      description: 'Downloaded an export of all data of the organization',
      resource: 'export',
      resourceId: id,
    }),
  )
}

/**
 * @throws not-found for an export that is not ready, not the caller's, or about a person whose data the caller may no longer
 *   have
 */
export async function downloadPersonalExport(unscoped: Unscoped, id: string): Promise<FileAnswer> {
  await unscoped.core.db.tenant(tenantFor(unscoped.http), unscoped.http.actor, (scope) => requireOwnExport(scope, id))
  return answerDownload(unscoped, id, 'person', (scope, { userId, studentId }) =>
    record(scope, {
      action: 'personal-export.downloaded',
      category: 'security',
      description: `Downloaded an export of ${userId === scope.actor.user?.id ? 'the own' : 'one person’s'} data`,
      resource: userId === null ? 'student' : 'user',
      resourceId: userId ?? studentId ?? '',
    }),
  )
}

async function answerDownload(
  { core, http }: Unscoped,
  id: string,
  kind: 'organization' | 'person',
  note: (scope: TenantScope, made: { userId: string | null; studentId: string | null }) => Promise<void>,
): Promise<FileAnswer> {
  const found = await core.db.tenant(tenantFor(http), http.actor, async (scope) => {
    const values = { id, kind, caller: signedIn(http).user.id, now: core.clock.now() }
    const [made] = await scope.rows(lockReadyExport, values)
    if (!made) throw notFound('Export')
    // A range request belongs to a download on record. The range is not checked: it may cover nearly the whole file.
    if (http.request.headers.range === undefined || !made.isOnRecord) {
      await scope.rows(updateDownload, values)
      await note(scope, made)
    }
    return made
  })
  return answerBytes(http, {
    etag: `"${found.sha256}"`,
    mimeType: 'application/zip',
    size: found.size,
    headers: {
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${found.filename}"`,
    },
    open: async (range) => (await core.files.contents.openMade(id, range)).content,
  })
}
