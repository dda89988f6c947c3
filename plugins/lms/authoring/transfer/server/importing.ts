import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import type { Core, FileKind, Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { viewerOf } from '#core/server/database/row-policy.ts'
import { requireEntitlement } from '#core/server/entitlements.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { inOwnerScope } from '#core/server/files/stored-files.ts'
import { ProvisionalContents } from '#core/server/files/provisional-contents.ts'
import { systemActor, type Actor } from '#core/server/identity/actor.ts'
import { enforceLimit } from '#core/server/limits.ts'
import { Overtaken } from '#core/server/jobs/attempt.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { COURSE_ARCHIVE, courseImport, type CourseImport } from '../contract.ts'
import { CourseArchive } from './archive.ts'
import { CourseImportModel } from './course-import.ts'
import { describeLostPictures, leaveOutLostPictures } from './lost-pictures.ts'
import { takeFile } from './taking-files.ts'
import { recordMade, writeCourse, type StoredFile } from './write-course.ts'

const selectImport = statement(
  courseImport,
  `select id, name, status, progress, course_id as "courseId", message, created_at as "createdAt"
    from lms_course_imports where id = $id and tenant_id is not distinct from $tenantId::uuid`,
)

/** Reads an import. @throws not-found */
export async function getCourseImport(scope: Scope, id: string): Promise<CourseImport> {
  const tenantId = scope.kind === 'tenant' ? scope.tenantId : null
  const [found] = await scope.rows(selectImport, { id, tenantId })
  if (!found) throw notFound('Import')
  return found
}

// On the host of an organization, super admins see what they have sent for it, and not what they have sent elsewhere.
const selectOpenImports = statement(
  courseImport,
  `select id, name, status, progress, course_id as "courseId", message, created_at as "createdAt"
    from lms_course_imports where user_id = $userId and tenant_id is not distinct from $tenantId::uuid
      and status in ('waiting', 'running')
    order by created_at desc, id desc limit 20`,
)

/** Lists the caller's imports in progress, newest first. */
export async function listCourseImports(scope: Scope): Promise<CourseImport[]> {
  const tenantId = scope.kind === 'tenant' ? scope.tenantId : null
  return scope.rows(selectOpenImports, { userId: scope.actor.user?.id ?? null, tenantId })
}

const writers: ReadonlySet<string> = new Set(['superadmin', 'tenant_admin'])

/** Archives of courses: a completed upload starts an import, and no user can download it. */
export const courseArchive: FileKind = {
  id: COURSE_ARCHIVE,
  types: ['application/zip'],
  maxBytes: 2 * 1024 ** 3,
  belongsToChild: false,
  resource: 'course-archive',
  may: async (scope, act) => {
    if (act !== 'put' || !writers.has(viewerOf(scope))) return false
    await requireEntitlement(scope, 'training-builder')
    return true
  },
  usesOf: async () => [],
  resumable: async (scope, { id, filename }) => {
    const userId = scope.actor.user?.id
    if (userId === undefined) throw notFound('User')
    const createdAt = scope.core.clock.now().toISOString()
    await CourseImportModel.query(scope.trx).insert({ id, name: filename, userId, createdAt })
    const tenantId = scope.kind === 'tenant' ? scope.tenantId : null
    await scope.core.jobs.send(scope, importCourse, { tenantId, importId: id })
  },
}

const IMPORT_JOB = 'lms.import-course'

const INTERRUPTED_MESSAGE = 'The import was interrupted. Send the file again.'

/** Milliseconds between two heartbeats of an import. */
const HEARTBEAT_MS = 10_000

const updateAliveAt = statement(
  `update lms_course_imports set alive_at = now() where id = $importId and status = 'running'`,
)

/** Records heartbeats of an import until the returned function is called; one at a time. */
function startHeartbeat(core: Core, importId: string): () => void {
  let isGiving = false
  const give = async () => {
    if (isGiving) return
    isGiving = true
    try {
      await core.db.platform(systemActor, ({ rows }) => rows(updateAliveAt, { importId }))
    } catch (error) {
      core.log.warn({ err: error, importId }, 'an import of a course could not say that it goes on')
    }
    isGiving = false
  }
  const timer = setInterval(() => void give(), HEARTBEAT_MS)
  return () => clearInterval(timer)
}

interface Importing {
  tenantId: string | null
  importId: string
}

/** Maximum workers that try an import, one after the other: if they keep dying, the archive itself is the cause. */
const MAX_TRIES = 2

/**
 * Imports a course from an archive, all or nothing; the archive is deleted in either case. If a worker is lost, another one
 * starts over with the files that are already stored.
 */
export const importCourse = defineJob({
  name: IMPORT_JOB,
  scope: 'none',
  payload: z.object({ tenantId: z.uuid().nullable(), importId: z.uuid() }),
  expiresIn: 3600,
  retries: MAX_TRIES,
  run: async (core, importing, { number }) => {
    const end = startHeartbeat(core, importing.importId)
    const contents = new ProvisionalContents(core)
    try {
      if (number === MAX_TRIES) throw newInterruptedError()
      await makeCourse(core, importing, contents, number > 0)
    } catch (error) {
      if (error instanceof Overtaken) throw error
      const isRefusal = error instanceof AppError && error.status < 500
      if (!isRefusal) core.log.error({ err: error, importId: importing.importId }, 'an import of a course failed')
      const message = isRefusal ? error.message : INTERRUPTED_MESSAGE
      await inOwnerScope(core, { actor: systemActor }, importing.tenantId, async (scope) => {
        await CourseImportModel.query(scope.trx)
          .where({ id: importing.importId })
          .whereIn('status', ['waiting', 'running'])
          .patch({ status: 'failed', message: message.slice(0, 1000) })
        await scope.trx('files').where({ id: importing.importId, kind: COURSE_ARCHIVE }).delete()
      })
    } finally {
      end()
      // Deletes bytes that no course uses: the archive's, and those of a failed import. An error here leaves them to the
      // nightly job.
      await contents.drop().catch((error: unknown) => core.log.warn({ err: error }, 'an import left contents behind'))
    }
  },
})

// One of two jobs imports the course. An import of a lost worker is restarted by the worker that gets its job.
const claimImport = statement(
  z.object({ id: z.uuid() }),
  `update lms_course_imports set status = 'running', alive_at = now() where id = $importId
    and (status = 'waiting' or ($isTakenOver and status = 'running')) returning id`,
)

const lockImport = statement(
  z.object({ status: z.string() }),
  'select status from lms_course_imports where id = $importId for update',
)

const newInterruptedError = () => new AppError('course-archive.interrupted', 409, INTERRUPTED_MESSAGE)

const selectArchive = statement(
  z.object({
    sha256: z.string(),
    size: z.number(),
    userId: z.uuid(),
    email: z.string().nullable(),
    role: z.enum(roles),
    userTenantId: z.uuid().nullable(),
    userName: z.string(),
  }),
  `select f.sha256, f.size, u.id as "userId", u.email, u.role, u.tenant_id as "userTenantId",
      u.first_name || ' ' || u.last_name as "userName"
    from lms_course_imports i join files f on f.id = i.id and f.state = 'complete'
      join users u on u.id = i.user_id and u.is_active
        and (u.role = 'superadmin' or (u.role = 'tenant_admin' and u.tenant_id is not distinct from i.tenant_id))
    where i.id = $importId and i.status in ('waiting', 'running')`,
)

async function makeCourse(
  core: Core,
  { tenantId, importId }: Importing,
  contents: ProvisionalContents,
  isTakenOver: boolean,
): Promise<void> {
  // Super admins have no row in the organization whose host they were on.
  const [found] = await core.db.platform(systemActor, ({ rows }) => rows(selectArchive, { importId }))
  if (!found) throw newInterruptedError()
  const { sha256, size, userId, email, role, userTenantId, userName: name } = found
  const actor: Actor = { ...systemActor, user: { id: userId, email, role, tenantId: userTenantId, name } }
  const note = (change: Pick<CourseImportModel, 'progress'>) =>
    inOwnerScope(core, { actor: systemActor }, tenantId, async ({ trx }) => {
      await CourseImportModel.query(trx).findById(importId).patch(change)
    })
  const [mine] = await core.db.platform(systemActor, ({ rows }) => rows(claimImport, { importId, isTakenOver }))
  if (!mine) throw newInterruptedError()
  await contents.takeOver({ sha256, size })
  const archive = await CourseArchive.open(core, { sha256, size })
  const { files } = archive.document
  const bytes = files.reduce((sum, file) => sum + file.size, 0) || 1
  if (tenantId !== null) {
    // Checked before anything is stored. The archive is deleted, so that its size is available too.
    await inOwnerScope(core, { actor }, tenantId, (scope) =>
      enforceLimit(scope, tenantId, 'storage', Math.max(0, bytes - size)),
    )
  }
  const stored: StoredFile[] = []
  let done = 0
  for (const file of files) {
    stored.push(await takeFile(core, archive, file, contents))
    const before = Math.floor((done / bytes) * 95)
    done += file.size
    const progress = Math.floor((done / bytes) * 95)
    if (progress > before) await note({ progress })
  }
  await inOwnerScope(core, { actor }, tenantId, async (scope) => {
    const [now] = await scope.rows(lockImport, { importId })
    if (now?.status !== 'running') throw newInterruptedError()
    // The archive's storage is freed, and the imported files use their own.
    await scope.trx('files').where({ id: importId, kind: COURSE_ARCHIVE }).delete()
    const { document, lost } = await leaveOutLostPictures(scope, archive.document)
    const courseId = await writeCourse(scope, document, stored, { withBanks: true })
    const description = `Imported the course ${archive.document.course.title}`
    await recordMade(scope, { id: courseId, action: 'course.imported', description })
    const message = describeLostPictures(lost)
    await CourseImportModel.query(scope.trx)
      .findById(importId)
      .patch({ status: 'done', progress: 100, courseId, ...(message && { message }) })
  })
}

// Also deletes the rows of their archives, which frees their storage.
const updateInterruptedImports = statement(
  z.object({ id: z.uuid() }),
  `update lms_course_imports set status = 'failed', message = '${INTERRUPTED_MESSAGE}'
    where status = 'running' and alive_at < now() - interval '1 minute'
      and not exists (select from pgboss.job j where j.name = '${IMPORT_JOB}' and j.state in ('created', 'retry', 'active')
        and j.data -> 'payload' ->> 'importId' = lms_course_imports.id::text)
    returning id`,
)
const deleteArchives = statement(`delete from files where id = any ($ids::uuid[]) and kind = '${COURSE_ARCHIVE}'`)

/** Fails imports whose job was lost. */
export const endLostCourseImports = defineJob({
  name: 'lms.end-lost-course-imports',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '* * * * *', tz: 'UTC' },
  run: async (scope) => {
    const ended = await scope.rows(updateInterruptedImports)
    if (ended.length > 0) await scope.rows(deleteArchives, { ids: ended.map(({ id }) => id) })
  },
})

const deleteOldImports = statement(`delete from lms_course_imports where created_at < $before`)

const deleteAbandonedArchives = statement(
  `delete from files f where f.kind = '${COURSE_ARCHIVE}' and f.state = 'complete' and f.created_at < $before`,
)

const DAY_MS = 86_400_000

/** Deletes imports of the day before, and archives left over by a crashed node. */
export const forgetCourseImports = defineJob({
  name: 'lms.forget-course-imports',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '23 * * * *', tz: 'UTC' },
  run: async (scope) => {
    const before = new Date(scope.core.clock.now().getTime() - DAY_MS)
    await scope.rows(deleteOldImports, { before })
    await scope.rows(deleteAbandonedArchives, { before })
  },
})
