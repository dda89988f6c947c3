import { record } from '../audit.ts'
import type { Core, FileKind, Scope } from '../core.ts'
import type { KeptFile } from '../files/kept-file.ts'
import { statement } from '../database/statement.ts'
import { AppError, forbidden, invalidField } from '../errors.ts'
import type { Http } from '../http/context.ts'
import { systemActor } from '../identity/actor.ts'
import { enforceLimit } from '../limits.ts'

/** Documents of word processors, spreadsheets and slides. */
const office = /^application\/(?:vnd\.(?:openxmlformats|oasis|apple)|x-ole-storage)/
const OFFICE_ADVICE = '. Save it as PDF in the program that made it, and choose the PDF.'

/** Names appear in lists, headers and the log, on one line. */
export const plainName = (filename: string) =>
  filename.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '') || 'file'

/** Builds a neutral name that reveals only the kind of the file. @param number from 1 */
export const numberedName = (filename: string, number: number): string =>
  `file-${number}${/\.[a-z\d]{1,5}$/i.exec(filename)?.[0].toLowerCase() ?? ''}`

/** Returns the address at which a file is read. */
export const fileUrl = (id: string) => `/api/files/${id}`

/** Returns the owner of a file uploaded in this call: the organization, or null for the platform. */
export const ownerOf = ({ tenant, session }: Http): string | null => tenant?.id ?? session?.user.tenantId ?? null

/** Runs in the scope of an organization, or of the platform where there is none. */
export function inOwnerScope<T>(
  core: Core,
  { actor }: Pick<Http, 'actor'>,
  tenantId: string | null,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return tenantId ? core.db.tenant(tenantId, actor, work) : core.db.platform(actor, work)
}

/** @throws invalid 400 at the field, file.too-large 413 */
export function refuseUnfit({ types, maxBytes }: FileKind, field: string, mimeType: string, size: number): void {
  if (!types.includes(mimeType)) {
    const advice = types.includes('application/pdf') && office.test(mimeType) ? OFFICE_ADVICE : ''
    throw invalidField(field, `A file of this type cannot be used here${advice}`)
  }
  if (size > maxBytes) throw new AppError('file.too-large', 413, 'The file is too large')
}

interface Reserved {
  ownerId: string | null
  filename: string
  mimeType: string
  /** Its final size in bytes. */
  size: number
}

/**
 * Begins a file whose content is still to come, if the caller may put it. @returns its id
 * @param taken bytes of storage reserved from now on; its full size by default
 * @throws forbidden 403, plan.limit 403 when all of it would not fit
 */
export async function reserveFile(
  scope: Scope,
  kind: FileKind,
  file: Reserved,
  taken: number = file.size,
): Promise<string> {
  const { user } = scope.actor
  // Only users of the organization: a super admin is recorded only in the audit log.
  const uploadedBy = user?.tenantId ? user.id : null
  if (!(await kind.may(scope, 'put', { id: null, ownerId: file.ownerId, uploadedBy }))) throw forbidden()
  if (scope.kind === 'tenant') await enforceLimit(scope, scope.tenantId, 'storage', file.size)
  const createdAt = scope.core.clock.now()
  const [inserted] = await scope
    .trx('files')
    .insert({ kind: kind.id, uploadedBy, ...file, size: taken, createdAt }, ['id'])
  return (inserted as { id: string }).id
}

const updateToComplete = statement(
  `update files set state = 'complete', sha256 = $sha256, mime_type = $mimeType where id = $id and state = 'receiving' returning id`,
)

/** Completes a file whose content is in the store. @returns false if it was deleted or is already complete */
export async function completeFile(scope: Scope, kind: FileKind, file: KeptFile): Promise<boolean> {
  const { id, sha256, mimeType, size } = file
  const completed = await scope.rows(updateToComplete, { id, sha256, mimeType })
  if (completed.length === 0) return false
  const resource = kind.resource ?? 'file'
  await record(scope, {
    action: `${resource}.uploaded`,
    category: 'account',
    // The file is referenced by id: its name may identify people.
    description: 'Uploaded a file',
    resource,
    resourceId: id,
    after: { kind: kind.id, mimeType, size },
  })
  return true
}

const deleteUnnamedContent = statement('delete from unnamed_contents where sha256 = $1')

/** Stores a content. An unreferenced one that was due for removal stays for at least another day. */
export async function storeContent(
  { db, files }: Core,
  { sha256, size }: Pick<KeptFile, 'sha256' | 'size'>,
  content: () => AsyncIterable<Buffer>,
): Promise<void> {
  await db.platform(systemActor, ({ rows }) => rows(deleteUnnamedContent, [sha256]))
  await files.contents.put(sha256, size, content)
}
