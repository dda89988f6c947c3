import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, PagedAnswer } from '#core/server/http/answers.ts'
import {
  concern,
  concernEntryKinds,
  concernReceipt,
  concernRow,
  type Concern,
  type ConcernRow,
  type NewConcern,
  type NewConcernEntry,
  type OpenedConcern,
} from '../contract.ts'
import { listReaders, mailNewRecord, outsideContactOf, requireLead, requireStaff } from './leads.ts'
import { sealWords, unsealWords } from './sealing.ts'

type Receipt = z.infer<typeof concernReceipt>

const concernWords = concern.pick({
  writtenByName: true,
  studentName: true,
  aboutUserName: true,
  said: true,
  seen: true,
  informed: true,
  done: true,
})

const entryWords = z.object({
  writtenByName: z.string(),
  kind: z.enum(concernEntryKinds),
  words: z.string(),
  reason: z.string(),
})

const selectNames = statement(
  z.object({ studentName: z.string().nullable(), aboutUserName: z.string().nullable() }),
  `select (select first_name || ' ' || last_name from students where id = $studentId and erased_at is null) as "studentName",
    (select first_name || ' ' || last_name from users where tenant_id = $tenantId and id = $aboutUserId
      and role in ('tenant_admin', 'instructor')) as "aboutUserName"`,
)

/** Has one transaction at a time record a concern of an organization. */
export const lockConcerns = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.concerns:' || $tenantId, 0))`,
)

const selectSent = statement(
  concernReceipt,
  'select number, written_at as "writtenAt" from concerns where id = $id and written_by = $caller',
)

// Drawn, since in a sequence a lead would miss the number of a concern about themselves.
export const insertConcern = statement(
  concernReceipt,
  `insert into concerns (id, number, student_id, about_user_id, written_by, sealed, written_at)
    select $id, n, $studentId, $aboutUserId, $caller, $sealed, $now
      from (select 100000 + floor(random() * 900000)::integer as n from generate_series(1, 100)) drawn
      where not exists (select from concerns c where c.number = drawn.n) limit 1
    on conflict (id) do nothing returning number, written_at as "writtenAt"`,
)

/**
 * Records a concern and asks the leads to read it. Where no lead may read it, nothing is stored.
 * @returns the receipt, null where nothing was stored
 * @throws forbidden, not-found
 */
export async function recordConcern(
  scope: TenantScope,
  { id, studentId, aboutUserId, ...words }: NewConcern,
): Promise<{ receipt: Receipt | null; outsideContact: string }> {
  const writer = await requireStaff(scope)
  const { tenantId } = scope
  const [names] = await scope.rows(selectNames, { tenantId, studentId, aboutUserId })
  if (studentId !== null && !names?.studentName) throw notFound('Student')
  if (aboutUserId !== null && !names?.aboutUserName) throw notFound('Staff member')
  const outsideContact = await outsideContactOf(scope)
  await scope.rows(lockConcerns, { tenantId })
  const [sent] = await scope.rows(selectSent, { id, caller: writer.id })
  if (sent) return { receipt: sent, outsideContact }
  const readers = await listReaders(scope, aboutUserId)
  if (readers.length === 0) return { receipt: null, outsideContact }
  const sealed = sealWords(scope, {
    ...words,
    writtenByName: writer.name,
    studentName: names?.studentName ?? '',
    aboutUserName: names?.aboutUserName ?? '',
  })
  const values = { id, studentId, aboutUserId, caller: writer.id, sealed, now: scope.core.clock.now() }
  const [receipt] = await scope.rows(insertConcern, values)
  if (!receipt) throw notFound('Concern')
  await recordAct(scope, 'concern.recorded', 'A concern was recorded')
  await mailNewRecord(scope, readers)
  return { receipt, outsideContact }
}

/** Records the kind of action only: neither the concern nor the child. */
const recordAct = (scope: TenantScope, action: `concern.${string}`, description: string): Promise<void> =>
  record(scope, { action, category: 'security', description, resource: 'tenant', resourceId: scope.tenantId })

const selectOwn = statement(
  concernReceipt,
  `select number, written_at as "writtenAt" from concerns where written_by = $caller
    order by written_at desc, id limit $most offset $offset`,
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

/** @throws forbidden for callers other than staff */
export async function listOwnConcerns(
  scope: TenantScope,
  { limit = 50, offset = 0 }: Paging,
): Promise<PagedAnswer<Receipt>> {
  const found = await scope.rows(selectOwn, { caller: (await requireStaff(scope)).id, most: limit + 1, offset })
  return new PagedAnswer(found, { limit, offset })
}

// Hides a concern from the staff member whom it is about, even as a lead.
const isVisible = 'c.about_user_id is distinct from $caller'

const selectConcerns = statement(
  concernRow.extend({ total: z.number() }),
  `select c.id, c.number, count(*) over () as total, c.written_at as "writtenAt", c.student_id as "studentId",
      (select s.first_name || ' ' || s.last_name from students s
        where s.tenant_id = c.tenant_id and s.id = c.student_id and s.erased_at is null) as "studentName",
      (select max(e.written_at) from concern_entries e
        where e.tenant_id = c.tenant_id and e.concern_id = c.id) as "lastEntryAt"
    from concerns c where ${isVisible} order by c.written_at desc, c.id limit $most offset $offset`,
)

/** @throws forbidden for callers other than safeguarding leads */
export async function listConcerns(
  scope: TenantScope,
  { limit = 50, offset = 0 }: Paging,
): Promise<PagedAnswer<ConcernRow>> {
  const { id: caller } = await requireLead(scope)
  return countedPage(await scope.rows(selectConcerns, { caller, most: limit + 1, offset }), { limit, offset })
}

const sealedConcern = z.object({
  id: z.uuid(),
  number: z.number(),
  studentId: z.uuid().nullable(),
  writtenAt: z.string(),
  sealed: z.instanceof(Buffer),
})
const concernColumns = 'c.id, c.number, c.student_id as "studentId", c.written_at as "writtenAt", c.sealed'

const selectConcern = statement(
  sealedConcern,
  `select ${concernColumns} from concerns c where c.id = $id and ${isVisible}`,
)
const selectOfChild = statement(
  sealedConcern,
  `select ${concernColumns} from concerns c where c.student_id = $studentId and ${isVisible} order by c.written_at, c.id limit 1000`,
)
const selectEntries = statement(
  z.object({ id: z.uuid(), concernId: z.uuid(), writtenAt: z.string(), sealed: z.instanceof(Buffer) }),
  `select id, concern_id as "concernId", written_at as "writtenAt", sealed from concern_entries
    where concern_id = any($ids::uuid[]) order by written_at, id limit 10000`,
)

async function unsealAll(scope: TenantScope, found: readonly z.infer<typeof sealedConcern>[]): Promise<Concern[]> {
  const entries = await scope.rows(selectEntries, { ids: found.map(({ id }) => id) })
  return found.map(({ sealed, ...concern }) => ({
    ...concern,
    ...unsealWords(scope, sealed, concernWords),
    entries: entries
      .filter(({ concernId }) => concernId === concern.id)
      .map(({ id, writtenAt, sealed: words }) => ({ id, writtenAt, ...unsealWords(scope, words, entryWords) })),
  }))
}

const viewKind = z.enum(['read', 'chronology', 'export'])

const insertView = statement(
  `insert into concern_views (concern_id, student_id, viewer_id, viewer_name, kind, viewed_at)
    values ($concernId, $studentId, $viewerId, $viewerName, $kind, $now)`,
)
const selectViews = statement(
  z.object({ id: z.uuid(), viewerName: z.string(), kind: viewKind, viewedAt: z.string() }),
  `select id, viewer_name as "viewerName", kind, viewed_at as "viewedAt" from concern_views
    where concern_id = $id or student_id = $studentId order by viewed_at desc, id desc limit 200`,
)

async function recordReading(
  scope: TenantScope,
  viewer: { id: string; name: string },
  read: { concernId: string | null; studentId: string | null; kind: z.infer<typeof viewKind> },
): Promise<void> {
  const now = scope.core.clock.now()
  await scope.rows(insertView, { ...read, viewerId: viewer.id, viewerName: viewer.name, now })
}

/** Reads a concern, and records the view in the same transaction. @throws forbidden, not-found */
export async function openConcern(scope: TenantScope, id: string): Promise<OpenedConcern> {
  const viewer = await requireLead(scope)
  const [found] = await scope.rows(selectConcern, { id, caller: viewer.id })
  if (!found) throw notFound('Concern')
  await recordReading(scope, viewer, { concernId: id, studentId: null, kind: 'read' })
  const [opened] = await unsealAll(scope, [found])
  if (!opened) throw notFound('Concern')
  return { ...opened, views: await scope.rows(selectViews, { id, studentId: found.studentId }) }
}

const insertEntry = statement(
  z.object({ id: z.uuid() }),
  `insert into concern_entries (concern_id, written_by, sealed, written_at) values ($concernId, $writtenBy, $sealed, $now)
    returning id`,
)

/** @throws forbidden, not-found */
export async function addToConcern(
  scope: TenantScope,
  concernId: string,
  entry: NewConcernEntry,
): Promise<{ id: string }> {
  const { id: writtenBy, name } = await requireLead(scope)
  const [found] = await scope.rows(selectConcern, { id: concernId, caller: writtenBy })
  if (!found) throw notFound('Concern')
  const sealed = sealWords(scope, { ...entry, writtenByName: name })
  const [added] = await scope.rows(insertEntry, { concernId, writtenBy, sealed, now: scope.core.clock.now() })
  if (!added) throw new Error('An entry that was just added is not there')
  await recordAct(scope, 'concern.added-to', 'A concern was added to')
  return added
}

/** Reads all concerns of a child in order of time, and records the view. @throws forbidden */
export async function openChronology(
  scope: TenantScope,
  studentId: string,
  kind: 'chronology' | 'export' = 'chronology',
): Promise<Concern[]> {
  const viewer = await requireLead(scope)
  const found = await scope.rows(selectOfChild, { studentId, caller: viewer.id })
  await recordReading(scope, viewer, { concernId: null, studentId, kind })
  return unsealAll(scope, found)
}
