import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { publishCourse } from '../authoring/versions/server/publishing.ts'
import type { DemoCourse } from './course.ts'
import type { storeMedia } from './media.ts'
import { newCourseRows } from './rows.ts'

const selectOldestOrganization = statement(
  z.object({ id: z.uuid() }),
  `select id from tenants where status = 'active' order by created_at, id limit 1`,
)

// Default owner of inserted rows, until the transaction ends.
const setTenant = statement(`select set_config('app.tenant_id', $tenantId, true)`)

const HOUR_MS = 3_600_000
/** Hours before now when the course was created. */
const CREATED_HOURS_AGO = 200

/** Seeds an organization's changes to the catalog: its own course, and a hidden one of the platform's. */
export async function seedOwnCourse(
  scope: PlatformScope,
  course: DemoCourse,
  contents: Awaited<ReturnType<typeof storeMedia>>,
  hiddenId: string,
): Promise<void> {
  const [organization] = await scope.rows(selectOldestOrganization)
  if (!organization) return
  const { id: tenantId } = organization
  await scope.rows(setTenant, { tenantId })
  try {
    await insertOwnCourse({ ...scope, kind: 'tenant', tenantId }, course, contents)
    await scope.trx('lmsCourseRules').insert({ courseId: hiddenId, isHidden: true })
  } finally {
    await scope.rows(setTenant, { tenantId: '' })
  }
}

/** Inserts and publishes a course of an organization. @returns its id */
export async function insertOwnCourse(
  scope: TenantScope,
  course: DemoCourse,
  contents: Awaited<ReturnType<typeof storeMedia>> | null,
): Promise<string> {
  const now = scope.core.clock.now()
  const createdAt = new Date(now.getTime() - CREATED_HOURS_AGO * HOUR_MS).toISOString()
  const id = randomUUID()
  const rows = newCourseRows(course, id, contents, { createdAt, now, banks: new Map() })
  if (rows.files.length > 0) await scope.trx('files').insert(rows.files)
  await scope.trx('lmsCourses').insert(rows.courses)
  await scope.trx('lmsChapters').insert(rows.chapters)
  await scope.trx('lmsLessons').insert(rows.lessons)
  await publishCourse(scope, id)
  return id
}
