import { createReadStream } from 'node:fs'
import { z } from 'zod'
import type { User } from '#core/contract/identity.ts'
import { openTenantStatuses, tenantStatus, type TenantStatus } from '#core/contract/tenancy.ts'
import { record } from '../audit.ts'
import type { Core, FileKind, Scope } from '../core.ts'
import type { KeptFile } from '../files/kept-file.ts'
import { statement } from '../database/statement.ts'
import { AppError, forbidden, notFound } from '../errors.ts'
import { refuseReadOnly } from '../http/access.ts'
import type { Http } from '../http/context.ts'
import { signedIn, type Unscoped } from '../http/mount.ts'
import type { Upload } from '../http/upload.ts'
import { systemActor } from '../identity/actor.ts'
import { contentTypeOf } from './content-type.ts'
import {
  completeFile,
  fileUrl,
  storeContent,
  plainName,
  ownerOf,
  refuseUnfit,
  reserveFile,
  inOwnerScope,
} from './stored-files.ts'

interface NewFile {
  /** Form field that a refusal names. */
  field: string
  upload: Upload
  /** Id of the thing that the file belongs to; null where the kind has no such thing. */
  ownerId: string | null
}

/**
 * Stores an upload for the organization of the caller, or for the platform where there is none. Storage, rights and type
 * are checked before the content goes to the store, outside of transactions; `kept` runs in the transaction that completes
 * the file, so that its owner knows it from the same moment.
 * @throws subscription.read-only 403, forbidden 403, plan.limit 403, invalid 400 at the field, file.too-large 413
 */
export async function storeFile<T>(
  { core, http }: Unscoped,
  kind: FileKind,
  { field, upload, ownerId }: NewFile,
  kept: (scope: Scope, file: KeptFile) => Promise<T>,
): Promise<T> {
  signedIn(http)
  refuseReadOnly(http)
  const { size, sha256, path } = upload
  const mimeType = await contentTypeOf(path, upload.filename)
  refuseUnfit(kind, field, mimeType, size)
  const file = { filename: plainName(upload.filename), mimeType, size }
  const tenantId = ownerOf(http)
  const id = await inOwnerScope(core, http, tenantId, (scope) => reserveFile(scope, kind, { ownerId, ...file }))
  const whole = { id, url: fileUrl(id), ...file, sha256 }
  try {
    await storeContent(core, whole, () => createReadStream(path))
    if (kind.interactive) await core.files.packages.directory(sha256, size)
    return await inOwnerScope(core, http, tenantId, async (scope) => {
      if (!(await completeFile(scope, kind, whole))) throw notFound('File')
      return kept(scope, whole)
    })
  } catch (error) {
    // Its storage would stay used until the next clean-up.
    await inOwnerScope(core, http, tenantId, ({ trx }) => trx('files').where({ id }).delete()).catch(() => undefined)
    throw error
  }
}

const storedFile = z.object({
  id: z.string(),
  kind: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number(),
  sha256: z.string(),
  ownerId: z.string().nullable(),
  uploadedBy: z.string().nullable(),
  tenantId: z.string().nullable(),
  tenantStatus: tenantStatus.nullable(),
})
type VisibleFile = Omit<z.infer<typeof storedFile>, 'kind'> & { kind: FileKind }

const selectCompleteFile = statement(
  storedFile,
  `select f.id, f.kind, f.filename, f.mime_type as "mimeType", f.size, f.sha256, f.owner_id as "ownerId",
          f.uploaded_by as "uploadedBy", f.tenant_id as "tenantId", t.status as "tenantStatus"
     from files f left join tenants t on t.id = coalesce(f.tenant_id, $2::uuid) where f.id = $1 and f.state = 'complete'`,
)

/**
 * Returns the organization whose gate is asked about a file: the file's own; for a platform file the caller's, where the
 * kind is shared with organizations. null for the platform's own files.
 */
export const requestedOrganization = (
  { forOrganizations }: FileKind,
  owner: string | null,
  callers: string | null,
): string | null => owner ?? (forOrganizations ? callers : null)

interface Owned {
  tenantId: string | null
  tenantStatus: TenantStatus | null
}

/** True if no gate could let the caller see it: at the address of another organization, or of a closed organization. */
export function isOutOfReach(
  { tenantId, tenantStatus }: Owned,
  { host, tenant }: Pick<Http, 'host' | 'tenant'>,
  user: Pick<User, 'tenantId' | 'role'> | null,
): boolean {
  if (host.app === 'tenant' && tenantId !== tenant?.id) return true
  if (user !== null && user.tenantId !== null && user.tenantId !== tenantId) return true
  const isClosed = tenantId !== null && (tenantStatus === null || !openTenantStatuses.has(tenantStatus))
  return isClosed && user?.role !== 'superadmin'
}

/**
 * Finds the file, if the caller may see it. It does not exist at another organization's address, nor while its
 * organization is closed, except for super admins.
 * @throws not-found
 */
export async function visibleFile(core: Core, http: Http, id: string): Promise<VisibleFile> {
  const { session, actor } = http
  const callers = ownerOf(http)
  const file = await core.db.platform(systemActor, async ({ rows }) => {
    const [row] = await rows(selectCompleteFile, [id, callers])
    return row
  })
  const kind = file && core.files.kinds.get(file.kind)
  if (!file || !kind || (!session && !kind.forAnyone)) throw notFound('File')
  const tenantId = requestedOrganization(kind, file.tenantId, callers)
  if (isOutOfReach({ tenantId, tenantStatus: file.tenantStatus }, http, session?.user ?? null)) throw notFound('File')
  const asked = (scope: Scope) => kind.may(scope, 'see', file)
  const isSeen = await (tenantId ? core.db.tenant(tenantId, actor, asked) : core.db.platform(actor, asked))
  if (!isSeen) throw notFound('File')
  return { ...file, kind }
}

const lockFile = statement(
  storedFile.pick({ kind: true, filename: true, size: true, ownerId: true, uploadedBy: true, tenantId: true }),
  `select kind, filename, size, owner_id as "ownerId", uploaded_by as "uploadedBy", tenant_id as "tenantId"
     from files where id = $1 for update`,
)

const deleteStatement = statement('delete from files where id = $1')

/**
 * Deletes an unused file in the transaction of the scope; its content is deleted some days later.
 * @throws not-found, forbidden 403, file.used 409 with the places of use
 */
export async function deleteFile(scope: Scope, id: string): Promise<void> {
  const [file] = await scope.rows(lockFile, [id])
  const kind = file && scope.core.files.kinds.get(file.kind)
  if (!file || !kind) throw notFound('File')
  if (!(await kind.may(scope, 'delete', { id, ...file }))) throw forbidden()
  const uses = await kind.usesOf(scope, id)
  if (uses.length > 0) {
    throw new AppError('file.used', 409, `${file.filename} is still used in ${uses.join(', ')}`, { details: { uses } })
  }
  await scope.rows(deleteStatement, [id])
  await record(scope, {
    action: 'file.deleted',
    category: 'account',
    description: 'Deleted a file',
    resource: 'file',
    resourceId: id,
    before: { size: file.size },
    tenantId: file.tenantId,
  })
}
