import { z } from 'zod'
import type { Core, FileKind, PlatformScope } from '../../core.ts'
import { asPlatform } from '../../database/scope.ts'
import { statement } from '../../database/statement.ts'
import { AppError, forbidden, invalidField, notFound } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { signedIn } from '../../http/mount.ts'
import { systemActor } from '../../identity/actor.ts'
import { enforceLimit } from '../../limits.ts'
import { typeOf } from '../content-type.ts'
import {
  completeFile,
  fileUrl,
  storeContent,
  plainName,
  ownerOf,
  refuseUnfit,
  reserveFile,
  inOwnerScope,
} from '../stored-files.ts'
import { joinParts, measureContent, receiveParts } from './receive-parts.ts'

/** Milliseconds for which an upload can be resumed; `cleanUpFiles` removes it afterwards. */
const LIFETIME_MS = 86_400_000

/** Milliseconds without progress after which an upload expires; `cleanUpFiles` removes it afterwards. */
const FIRST_BYTE_TIMEOUT_MS = 900_000

/** Maximum unfinished uploads of one person. Our own pages send two at a time, and resume those that stopped. */
const MAX_UNFINISHED = 10

/** Maximum bytes of a file, whatever its kind allows. */
const MAX_BYTES = 2 * 1024 ** 3

/** Details of the file that the client sends in `Upload-Metadata`. */
const metadata = z.object({
  kind: z.string('Name the kind of file'),
  filename: z.string().max(255, 'At most 255 characters').default(''),
  filetype: z.string().default(''),
  owner: z.uuid('Not a valid id').nullable().default(null),
})

const storedUpload = z.object({
  id: z.string(),
  kind: z.string(),
  ownerId: z.string().nullable(),
  uploadedBy: z.string().nullable(),
  tenantId: z.string().nullable(),
  filename: z.string(),
  /** Declared size in bytes. */
  size: z.number(),
  /** Received bytes. */
  received: z.number(),
  parts: z.array(z.string()),
  isComplete: z.boolean(),
})
export type StoredUpload = z.infer<typeof storedUpload>

const insertUpload = statement('insert into uploads (id, user_id, size) values ($id, $userId, $size)')

/** SQL condition for an upload that has received bytes in time, or may still. */
const isAlive = `f.created_at > $since::timestamptz
      and (u.received > 0 or f.created_at > $silentSince::timestamptz or (u.lease is not null and u.leased_until > now()))`

/** @returns the times that `isAlive` asks for */
function lifeAt({ clock }: Pick<Core, 'clock'>) {
  const now = clock.now().getTime()
  return { since: new Date(now - LIFETIME_MS), silentSince: new Date(now - FIRST_BYTE_TIMEOUT_MS) }
}

const lockPerson = statement(`select pg_advisory_xact_lock(hashtextextended('uploads.' || $userId::text, 0))`)

const countUnfinished = statement(
  z.object({ count: z.number() }),
  `select count(*) as count from uploads u join files f on f.id = u.id
    where u.user_id = $userId and f.state = 'receiving' and ${isAlive}`,
)

const selectOwnUpload = statement(
  storedUpload,
  `select u.id, f.kind, f.owner_id as "ownerId", f.uploaded_by as "uploadedBy", f.tenant_id as "tenantId", f.filename,
      u.size, u.received, u.parts, f.state <> 'receiving' as "isComplete"
     from uploads u join files f on f.id = u.id
    where u.id = $id and u.user_id = $userId and f.tenant_id is not distinct from $tenantId::uuid
      and case when f.state = 'receiving' then ${isAlive} else f.created_at > $since::timestamptz end`,
)

/**
 * Begins a file uploaded in parts, if its full size fits; it uses storage as bytes arrive. @returns its id, which is the
 * file's
 * @throws invalid 400 at the field, forbidden 403, plan.limit 403, file.too-large 413, upload.unfinished 429
 */
export async function beginUpload(core: Core, http: Http, said: unknown, size: number): Promise<string> {
  const { user } = signedIn(http)
  const { data, error } = metadata.safeParse(said)
  if (error) {
    const [issue] = error.issues
    throw invalidField(String(issue?.path[0] ?? 'kind'), issue?.message ?? 'Not valid')
  }
  const kind = core.files.kinds.get(data.kind)
  if (!kind?.resumable) throw invalidField('kind', 'There is no such kind of file, or it does not come in parts')
  if (size === 0) throw invalidField('file', 'The file is empty')
  // A client without a type is not refused: the content is checked at the end.
  const mimeType = data.filetype === '' ? (kind.types[0] ?? '') : data.filetype
  refuseUnfit({ ...kind, maxBytes: Math.min(kind.maxBytes, MAX_BYTES) }, 'file', mimeType, size)
  const file = { ownerId: data.owner, filename: plainName(data.filename), mimeType, size }
  return inOwnerScope(core, http, ownerOf(http), async (scope) => {
    await asPlatform(scope, (whole) => refuseMore(whole, user.id))
    const id = await reserveFile(scope, kind, file, 0)
    await asPlatform(scope, ({ rows }) => rows(insertUpload, { id, userId: user.id, size }))
    return id
  })
}

/**
 * Refuses an upload above the limit per person: each may hold parts in the store for a day. Locks until the commit, so
 * that no concurrent upload begins for the same person.
 */
async function refuseMore({ core, rows }: PlatformScope, userId: string): Promise<void> {
  await rows(lockPerson, { userId })
  const [found] = await rows(countUnfinished, { userId, ...lifeAt(core) })
  if (!found || found.count < MAX_UNFINISHED) return
  const message = `You have ${MAX_UNFINISHED} unfinished uploads. Finish or cancel one of them, then try again.`
  throw new AppError('upload.unfinished', 429, message)
}

/**
 * Finds the caller's own upload. Uploads of other users or organizations, expired ones and those without progress do not
 * exist.
 */
export async function ownUpload(core: Core, http: Http, id: string): Promise<StoredUpload> {
  if (!z.uuid().safeParse(id).success) throw notFound('Upload')
  const values = { id, userId: signedIn(http).user.id, tenantId: ownerOf(http), ...lifeAt(core) }
  const [upload] = await core.db.platform(systemActor, ({ rows }) => rows(selectOwnUpload, values))
  if (!upload) throw notFound('Upload')
  return upload
}

/**
 * Continues an upload, and completes the file when all bytes have arrived. Deletes it when it no longer fits.
 * @returns the bytes received in total
 * @throws plan.limit 403, upload.conflict 409, and as `finishUpload`
 */
export async function continueUpload(
  core: Core,
  http: Http,
  upload: StoredUpload,
  { offset, content }: { offset: number; content: AsyncIterable<Buffer> },
): Promise<number> {
  const { id, tenantId } = upload
  const note = (work: (scope: PlatformScope) => Promise<number>, size: number) =>
    inOwnerScope(core, http, tenantId, async (scope) => {
      // Two concurrent uploads must not both take the last storage.
      if (tenantId) await enforceLimit(scope, tenantId, 'storage', size, { isUnderWay: true })
      return asPlatform(scope, work)
    })
  try {
    const received = await receiveParts(core, { id, offset, note }, content)
    if (received === upload.size) await finishUpload(core, http, await ownUpload(core, http, id))
    return received
  } catch (error) {
    if (error instanceof AppError && error.code === 'plan.limit') await abandonUpload(core, http, id)
    throw error
  }
}

/** Removes an upload that is refused, if it is still there. */
export async function abandonUpload(core: Core, http: Http, id: string): Promise<void> {
  const upload = await ownUpload(core, http, id).catch(() => undefined)
  if (upload && !upload.isComplete) await removeUpload(core, upload)
}

/**
 * Turns an upload into a file once all its bytes have arrived: checks the content as the sender's claims were checked.
 * Deletes a refused upload; after other failures, repeating the last call completes it.
 * @throws invalid 400 at the field, forbidden 403, plan.limit 403, file.too-large 413; errors of the store
 */
export async function finishUpload(core: Core, http: Http, upload: StoredUpload): Promise<void> {
  if (upload.isComplete) return
  try {
    await storeUpload(core, http, upload)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await removeUpload(core, upload)
    throw error
  }
  await removeParts(core, upload)
}

async function storeUpload(core: Core, http: Http, upload: StoredUpload): Promise<void> {
  const { id, filename, tenantId, ownerId, uploadedBy, parts } = upload
  const kind = kindOf(core, upload)
  const { size, sha256, head } = await measureContent(joinParts(core, parts))
  const mimeType = typeOf(head, filename)
  refuseUnfit(kind, 'file', mimeType, size)
  const file = { id, url: fileUrl(id), filename, mimeType, size, sha256 }
  await storeContent(core, file, () => joinParts(core, parts))
  if (kind.interactive) await core.files.packages.directory(sha256, size)
  await inOwnerScope(core, http, tenantId, async (scope) => {
    if (!(await kind.may(scope, 'put', { id: null, ownerId, uploadedBy }))) throw forbidden()
    // Its own size is already counted.
    if (tenantId) await enforceLimit(scope, tenantId, 'storage', 0, { isUnderWay: true })
    if (await completeFile(scope, kind, file)) await kind.resumable?.(scope, { ...file, ownerId })
  })
}

function kindOf(core: Core, { kind: name }: StoredUpload): FileKind {
  const kind = core.files.kinds.get(name)
  if (!kind) throw new AppError('unavailable', 503, 'Files of this kind cannot be kept at the moment')
  return kind
}

/** @throws upload.complete 409 for a complete file, which is deleted through its owner */
export async function removeUpload(core: Core, upload: StoredUpload): Promise<void> {
  const removed = await core.db.platform(systemActor, ({ trx }) =>
    trx('files').where({ id: upload.id, state: 'receiving' }).delete(),
  )
  if (removed === 0) throw new AppError('upload.complete', 409, 'This file is complete already')
  await removeParts(core, upload)
}

async function removeParts({ files }: Core, { parts }: StoredUpload): Promise<void> {
  for (const name of parts) await files.contents.removePart(name)
}

const selectUnfinishedUploads = statement(
  z.object({ id: z.string() }),
  `select u.id from uploads u join files f on f.id = u.id where f.state = 'receiving' and u.id::text = any($ids::text[])`,
)

const deleteDeadUploads = statement(
  `delete from files f using uploads u where u.id = f.id and f.state = 'receiving' and not (${isAlive})`,
)

/**
 * Removes uploads without progress in time, records of expired ones, and all parts that no
 * upload waits for any more.
 */
export async function clearUploads(core: Core, before: Date): Promise<void> {
  const { db, files } = core
  await db.platform(systemActor, async ({ rows, trx }) => {
    await rows(deleteDeadUploads, lifeAt(core))
    await trx('uploads')
      .whereIn('id', trx('files').where('createdAt', '<', before).select('id'))
      .delete()
  })
  const names = await files.contents.partNames()
  const uploadOf = (name: string) => name.split('.')[0] ?? ''
  const ids = [...new Set(names.map(uploadOf))]
  const rows = await db.platform(systemActor, (scope) => scope.rows(selectUnfinishedUploads, { ids }))
  const awaited = new Set(rows.map(({ id }) => id))
  for (const name of names) {
    if (!awaited.has(uploadOf(name))) await files.contents.removePart(name)
  }
}
