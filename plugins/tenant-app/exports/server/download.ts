import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { answerBytes } from '#core/server/files/serving.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { tenantFor } from '#core/server/http/access.ts'
import { signedIn, type Unscoped } from '#core/server/http/mount.ts'

const ready = statement(
  z.object({ filename: z.string(), size: z.number(), sha256: z.string() }),
  `update data_exports set downloaded_at = case when $isFirst then $now else downloaded_at end
    where id = $id and kind = 'organization' and status = 'ready' and expires_at > $now
    returning filename, size, sha256`,
)

/** Whether a request asks for the beginning: of all of it, or of a first part. */
const fromBeginning = (range: string | undefined) => range === undefined || !/^bytes=(?!0-)/.test(range.trim())

/** @throws not-found for what is not ready, or not any more; forbidden for platform staff */
export async function downloadExport({ core, http }: Unscoped, id: string): Promise<FileAnswer> {
  if (signedIn(http).user.role === 'superadmin') throw forbidden('Only the organization’s own admins export its data')
  const isFirst = fromBeginning(http.request.headers.range)
  const found = await core.db.tenant(tenantFor(http), http.actor, async (scope) => {
    const [made] = await scope.rows(ready, { id, isFirst, now: core.clock.now() })
    if (!made) throw notFound('Export')
    if (isFirst) {
      await record(scope, {
        action: 'export.downloaded',
        category: 'security',
        severity: 'warning',
        description: 'Downloaded an export of all data of the organization',
        resource: 'export',
        resourceId: id,
      })
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
