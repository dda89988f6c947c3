import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, forbidden } from '#core/server/errors.ts'
import { afterCursor, cursorAt, PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion } from '#core/server/versions.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { familyIncident, type FamilyIncident, type NewAcknowledgment } from '../family-contract.ts'
import { IncidentModel } from './incident.ts'
import { lockSharedIncident, sharedWith, sightOf } from './policies.ts'
import { recordIncident } from './write-incidents.ts'

const selectShared = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    familyIncident,
    `select i.id, i.occurred_at as "occurredAt", i.family_text as "familyText", i.shared_at as "sharedAt",
        i.shared_by_name as "sharedByName",
        (select json_build_object('disagrees', a.disagrees, 'words', a.words, 'acknowledgedAt', a.acknowledged_at)
          from incident_acknowledgments a
          where a.tenant_id = i.tenant_id and a.incident_id = i.id and a.guardian_id = $caller) as own
      from incidents i where i.student_id = $studentId and ${sharedWith(viewer, 'i.id')}
        and ($after::timestamptz is null or (i.shared_at, i.id) < ($after::timestamptz, $afterId::uuid))
      order by i.shared_at desc, i.id desc limit $most offset $offset`,
  ),
)

/** Lists a child's incidents for a guardian. @throws not-found unless the caller sees the child */
export async function listFamilyIncidents(
  scope: TenantScope,
  studentId: string,
  {
    limit = 25,
    offset = 0,
    cursor,
  }: { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined },
): Promise<PagedAnswer<FamilyIncident>> {
  await requireStudent(scope, studentId)
  const values = { studentId, most: limit + 1, offset, ...afterCursor(cursor), ...sightOf(scope) }
  const found = await scope.rows(selectShared({ viewer: viewerOf(scope) }), values)
  return new PagedAnswer(found, { limit, cursorAfter: ({ sharedAt, id }) => cursorAt(sharedAt, id) })
}

const countUnread = statement(
  z.object({ studentId: z.uuid(), count: z.number() }),
  `select i.student_id as "studentId", count(*)::int as count from incidents i
    where i.student_id = any($studentIds::uuid[]) and i.status in ('shared', 'acknowledged')
      and ${sharedWith('parent', 'i.id')}
      and not exists (select from incident_acknowledgments a
        where a.tenant_id = i.tenant_id and a.incident_id = i.id and a.guardian_id = $caller)
    group by i.student_id`,
)

/** Counts incidents that a guardian has not acknowledged, by child. */
export async function countIncidentsToRead(
  scope: TenantScope,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (scope.actor.user?.role !== 'parent') return new Map()
  const found = await scope.rows(countUnread, { studentIds, caller: scope.actor.user.id })
  return new Map(found.map(({ studentId, count }) => [studentId, count]))
}

const insertAcknowledgment = statement(
  z.object({ id: z.uuid() }),
  `insert into incident_acknowledgments (incident_id, guardian_id, typed_name, disagrees, words, acknowledged_at)
    values ($id, $caller, $typedName, $disagrees, $words, $now)
    on conflict (tenant_id, incident_id, guardian_id) do nothing returning id`,
)

/** @throws not-found, forbidden, conflict where the guardian has acknowledged it before */
export async function acknowledgeIncident(scope: TenantScope, id: string, given: NewAcknowledgment): Promise<void> {
  const incident = await lockSharedIncident(scope, id)
  const { user } = scope.actor
  if (user?.role !== 'parent') throw forbidden()
  const now = scope.core.clock.now().toISOString()
  const written = await scope.rows(insertAcknowledgment, { ...given, id, caller: user.id, now })
  if (written.length === 0) throw new AppError('conflict', 409, 'You have acknowledged this already')
  if (incident.status === 'shared') {
    await IncidentModel.query(scope.trx)
      .findById(id)
      .patch({ status: 'acknowledged', updatedAt: nextVersion(scope.core.clock, incident.updatedAt) })
  }
  await recordIncident(scope, incident, 'incident.acknowledged', 'Acknowledged an incident')
}
