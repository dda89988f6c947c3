import { z } from 'zod'
import { changedFields, record, referTo } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { conflict, forbidden, notFound } from '#core/server/errors.ts'
import { deleteFile } from '#core/server/files/files.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { lockGuardians } from '../../../base/families/server/links.ts'
import {
  collector,
  type Collector,
  type CollectorChange,
  type CollectorsOfChild,
  type NewCollector,
} from '../contract.ts'
import { findSame } from '../judge-pickup-contract.ts'
import { CollectorModel } from './collector.ts'
import { pickupPeopleOf } from './pickup-people.ts'
import { collectingDecided, studentsWithCollectors } from './policies.ts'

const MAX_COLLECTORS = 50

const columns = `c.id, c.name, c.relationship, c.phone, '/api/files/' || c.photo_id as "photoUrl",
  c.valid_until as "validUntil",
  c.valid_until is null or c.valid_until >= ($now::timestamptz at time zone t.time_zone)::date as "isValid",
  c.added_by as "addedBy", c.updated_at as "updatedAt"`

const collectorRow = collector.omit({ isBarred: true })

const selectCollectors = statement(
  collectorRow,
  `select ${columns} from collectors c join tenants t on t.id = c.tenant_id
    where c.student_id = $studentId order by lower(c.name), c.id`,
)

const selectCollectorRights = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ mayKeep: z.boolean() }),
    `select ${collectingDecided(viewer, 's.id')} as "mayKeep" from students s
      where s.id = $studentId and ${studentsWithCollectors(viewer, 's.id')}`,
  ),
)

/** Reports whether the caller may change the student's authorized pickups. @throws not-found unless the caller may see them */
async function mayKeepOf(scope: TenantScope, studentId: string): Promise<boolean> {
  const [rights] = await scope.rows(selectCollectorRights({ viewer: viewerOf(scope) }), {
    studentId,
    ...callerOf(scope),
  })
  if (!rights) throw notFound('Student')
  return rights.mayKeep
}

/** @throws not-found when the caller may not see the student's authorized pickups */
export async function listCollectors(scope: TenantScope, studentId: string): Promise<CollectorsOfChild> {
  const mayKeep = await mayKeepOf(scope, studentId)
  const rows = await scope.rows(selectCollectors, { studentId, now: scope.core.clock.now() })
  const barred = await listBarred(scope, studentId)
  return {
    collectors: rows.map((row) => judge(row, barred)),
    barred: viewerOf(scope) === 'parent' ? [] : barred.map(({ name }) => name),
    mayKeep,
  }
}

/** Lists barred guardians. A guardian gets no phone numbers: adding people with a number must not reveal another guardian's. */
async function listBarred(scope: TenantScope, studentId: string): Promise<{ name: string; phone: string }[]> {
  const { barred } = await pickupPeopleOf(scope, studentId)
  return viewerOf(scope) === 'parent' ? barred.map(({ name }) => ({ name, phone: '' })) : barred
}

const judge = (row: z.infer<typeof collectorRow>, barred: readonly { name: string; phone: string }[]): Collector => ({
  ...row,
  isBarred: findSame(row, barred) !== undefined,
})

/**
 * Requires the right to change a student's authorized pickups, and locks the guardians to the end of the transaction.
 * @throws not-found, forbidden
 */
async function requireCollectorRights(scope: TenantScope, studentId: string): Promise<void> {
  if (!(await mayKeepOf(scope, studentId)))
    throw forbidden('Only guardians who can pick up a child may add authorized pickups')
  await lockGuardians(scope, studentId)
}

const selectCollector = statement(
  collectorRow,
  `select ${columns} from collectors c join tenants t on t.id = c.tenant_id
    where c.student_id = $studentId and c.id = $id`,
)

/** @throws not-found when the student has no such authorized pickup; the caller's rights are checked before */
async function collectorOf(scope: TenantScope, studentId: string, id: string): Promise<Collector> {
  const [found] = await scope.rows(selectCollector, { studentId, id, now: scope.core.clock.now() })
  if (!found) throw notFound('Collector')
  return judge(found, await listBarred(scope, studentId))
}

const countCollectors = statement(
  z.object({ count: z.number(), isKnown: z.boolean() }),
  `select count(*) as count, coalesce(bool_or(fold(name) = fold($name) and phone = $phone), false) as "isKnown"
    from collectors where student_id = $studentId`,
)

/** @throws not-found, forbidden, conflict at `name` for a person who is listed already, or beyond 50 */
export async function addCollector(scope: TenantScope, studentId: string, input: NewCollector): Promise<Collector> {
  await requireCollectorRights(scope, studentId)
  const [known] = await scope.rows(countCollectors, { studentId, name: input.name, phone: input.phone })
  if (known?.isKnown) throw conflict('name', `${input.name} is already an authorized pickup`)
  if (known && known.count >= MAX_COLLECTORS)
    throw conflict('name', `At most ${MAX_COLLECTORS} authorized pickups per child`)
  const now = scope.core.clock.now().toISOString()
  const addedBy = scope.actor.user?.name ?? ''
  const { id } = await CollectorModel.query(scope.trx).insert({
    ...input,
    studentId,
    addedBy,
    createdAt: now,
    updatedAt: now,
  })
  const { phone: _phone, name: _name, ...recorded } = input
  await recordOf(scope, studentId, id, {
    action: 'collector.added',
    description: `Let ${referTo('collector', id)} pick up ${referTo('student', studentId)}`,
    after: recorded,
  })
  return collectorOf(scope, studentId, id)
}

/** Changes the given fields. @throws not-found, forbidden, outdated (409) when `updatedAt` differs */
export async function updateCollector(
  scope: TenantScope,
  studentId: string,
  id: string,
  { updatedAt, ...change }: CollectorChange,
): Promise<Collector> {
  await requireCollectorRights(scope, studentId)
  const found = await collectorOf(scope, studentId, id)
  refuseOutdated('this person', found.updatedAt, updatedAt)
  const { before, after } = changedFields<Omit<CollectorChange, 'updatedAt'>>(found, change)
  if (Object.keys(after).length === 0) return found
  const now = nextVersion(scope.core.clock, found.updatedAt)
  await CollectorModel.query(scope.trx)
    .findById(id)
    .patch({ ...after, updatedAt: now })
  const { phone: _former, ...beforePhone } = before
  const { phone, ...rest } = after
  await recordOf(scope, studentId, id, {
    action: 'collector.changed',
    description: `Changed ${referTo('collector', id)}, who may pick up ${referTo('student', studentId)}`,
    before: beforePhone,
    after: { ...rest, ...(phone !== undefined && { phone: 'changed' }) },
  })
  return collectorOf(scope, studentId, id)
}

/** Removes an authorized pickup with the photo. @throws not-found, forbidden */
export async function removeCollector(scope: TenantScope, studentId: string, id: string): Promise<void> {
  await requireCollectorRights(scope, studentId)
  await collectorOf(scope, studentId, id)
  await replacePhoto(scope, id, { photoId: null })
  await CollectorModel.query(scope.trx).deleteById(id)
  await recordOf(scope, studentId, id, {
    action: 'collector.removed',
    description: `Ended that ${referTo('collector', id)} may pick up ${referTo('student', studentId)}`,
  })
}

/**
 * Replaces the photo, or removes it; the former one is deleted.
 * @throws not-found, also where there is no photo to remove; forbidden
 */
export async function changePhoto(
  scope: TenantScope,
  studentId: string,
  id: string,
  photoId: string | null,
): Promise<Collector> {
  await requireCollectorRights(scope, studentId)
  const { photoUrl, updatedAt } = await collectorOf(scope, studentId, id)
  if (photoId === null && photoUrl === null) throw notFound('Photo')
  await replacePhoto(scope, id, { photoId, updatedAt: nextVersion(scope.core.clock, updatedAt) })
  await recordOf(scope, studentId, id, {
    action: 'collector.photo-changed',
    description: `${photoId ? 'Set' : 'Removed'} the photo of ${referTo('collector', id)}, who may pick up ${referTo('student', studentId)}`,
  })
  return collectorOf(scope, studentId, id)
}

/** Deletes the former photo, which is used nowhere else. */
async function replacePhoto(
  scope: TenantScope,
  id: string,
  change: { photoId: string | null; updatedAt?: string },
): Promise<void> {
  const former = await CollectorModel.query(scope.trx).findById(id)
  await CollectorModel.query(scope.trx).findById(id).patch(change)
  if (former?.photoId) await deleteFile(scope, former.photoId)
}

/** Records an action, without phone numbers. */
async function recordOf(
  scope: TenantScope,
  studentId: string,
  resourceId: string,
  entry: Omit<AuditEntry, 'category' | 'resource' | 'resourceId'>,
): Promise<void> {
  await record(scope, { ...entry, category: 'account', resource: 'collector', resourceId, metadata: { studentId } })
}
