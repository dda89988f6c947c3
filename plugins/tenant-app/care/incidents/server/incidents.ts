import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, PagedAnswer } from '#core/server/http/answers.ts'
import {
  acknowledgment,
  followUp,
  incident,
  incidentEntry,
  incidentFilters,
  incidentRow,
  type Incident,
  type IncidentKind,
  type IncidentRow,
} from '../contract.ts'
import { namesOf } from '../../../shared/server/name-key.ts'
import { IncidentModel, listColumns } from './incident.ts'
import { mayShare } from './manage-incidents.ts'
import { listNamedChildren } from './named-children.ts'
import { rightsOf, seenIncidents, sightOf } from './policies.ts'

type IncidentFilter = (typeof incidentFilters)[number]

// Reports that are not shared with the family, and those that no guardian has acknowledged by the next day.
const ATTENTION = `(i.status = 'submitted' or (i.status = 'shared' and i.shared_at < $now::timestamptz - interval '1 day'))`

const selectIncidents = variants(
  { viewer: viewers, status: [undefined, ...incidentFilters], isOfKind: [true, false], isSearched: [true, false] },
  ({ viewer, status, isOfKind, isSearched }) => {
    const ofStatus = status === 'attention' ? ATTENTION : `i.status = '${status}'`
    return statement(
      incidentRow.extend({ total: z.number() }),
      `select ${listColumns}, count(*) over () as total from incidents i where ${seenIncidents(viewer, 'i.id')}
          ${status ? `and ${ofStatus}` : ''} ${isOfKind ? 'and i.kind = $kind' : ''}
          ${
            isSearched
              ? `and exists (select from students s where s.tenant_id = i.tenant_id and s.id = i.student_id
                  and ${namesOf('s')} like (select containing($search)))`
              : ''
          }
        order by i.occurred_at desc, i.id desc limit $most offset $offset`,
    )
  },
)

interface IncidentQuery {
  search?: string | undefined
  status?: IncidentFilter | undefined
  kind?: IncidentKind | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists incidents, the latest first; 50 by default. */
export async function listIncidents(
  scope: TenantScope,
  { search = '', status, kind, limit = 50, offset = 0 }: IncidentQuery,
): Promise<PagedAnswer<IncidentRow>> {
  const asked = { viewer: viewerOf(scope), status, isOfKind: kind !== undefined, isSearched: search !== '' }
  const values = { search, kind, most: limit + 1, offset, ...sightOf(scope) }
  return countedPage(await scope.rows(selectIncidents(asked), values), { limit, offset })
}

const detail = incident.omit({
  entries: true,
  acknowledgments: true,
  followUps: true,
  photos: true,
  linked: true,
  namedChildren: true,
  isWriter: true,
  mayShare: true,
  mayManage: true,
})

const selectIncident = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    detail,
    `select ${listColumns}, i.session_id as "sessionId", e.name as "sessionName", i.place, i.description,
        i.body_parts as "bodyParts", i.signs, i.supervised_by as "supervisedBy", i.witness, i.first_aid as "firstAid",
        i.prevention, i.family_text as "familyText", i.submitted_at as "submittedAt",
        i.shared_by_name as "sharedByName", i.closed_at as "closedAt", i.closed_by_name as "closedByName",
        i.updated_at as "updatedAt"
      from incidents i left join sessions e on e.tenant_id = i.tenant_id and e.id = i.session_id
      where i.id = $id and ${seenIncidents(viewer, 'i.id')}`,
  ),
)

const selectEntries = statement(
  incidentEntry,
  `select id, kind, called, outcome, words, happened_at as "happenedAt", made_by_name as "madeByName"
    from incident_entries where incident_id = $id order by created_at, id limit 1000`,
)
const selectAcknowledgments = statement(
  acknowledgment,
  `select id, typed_name as "typedName", disagrees, words, acknowledged_at as "acknowledgedAt"
    from incident_acknowledgments where incident_id = $id order by acknowledged_at, id limit 100`,
)
const selectFollowUps = statement(
  followUp,
  `select f.id, f.task, f.owner_id as "ownerId", u.first_name || ' ' || u.last_name as "ownerName", f.due_on as "dueOn",
      f.done_at as "doneAt", f.done_by_name as "doneByName"
    from incident_follow_ups f join users u on u.tenant_id = f.tenant_id and u.id = f.owner_id
    where f.incident_id = $id order by f.due_on, f.id limit 1000`,
)
const selectPhotos = statement(
  z.object({ id: z.uuid() }),
  'select id from incident_photos where incident_id = $id order by created_at, id',
)
const selectLinked = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid(), studentName: z.string() }),
    `select i.id, s.first_name || ' ' || s.last_name as "studentName" from incidents i
        join students s on s.tenant_id = i.tenant_id and s.id = i.student_id
      where i.event_id = $eventId and i.id <> $id and ${seenIncidents(viewer, 'i.id')}
      order by s.last_name, s.first_name, i.id`,
  ),
)

/** @throws not-found */
export async function getIncident(scope: TenantScope, id: string): Promise<Incident> {
  const viewer = viewerOf(scope)
  const [found] = await scope.rows(selectIncident({ viewer }), { id, ...sightOf(scope) })
  const row = found && (await IncidentModel.query(scope.trx).findById(id))
  if (!found || !row) throw notFound('Incident report')
  const { mayManage } = await rightsOf(scope)
  const photos = await scope.rows(selectPhotos, { id })
  return {
    ...found,
    entries: await scope.rows(selectEntries, { id }),
    acknowledgments: await scope.rows(selectAcknowledgments, { id }),
    followUps: await scope.rows(selectFollowUps, { id }),
    photos: photos.map((photo) => ({ ...photo, url: `/api/files/${photo.id}` })),
    linked: await scope.rows(selectLinked({ viewer }), { id, eventId: row.eventId, ...sightOf(scope) }),
    namedChildren: row.sharedAt === null ? await listNamedChildren(scope, row) : [],
    isWriter: row.writtenBy === scope.actor.user?.id,
    mayShare: row.status === 'submitted' && (await mayShare(scope, row)),
    mayManage,
  }
}

const childRow = z.object({ id: z.uuid(), name: z.string() })

const selectChildren = variants({ isOfSession: [true, false] }, ({ isOfSession }) =>
  statement(
    childRow,
    `select s.id, s.first_name || ' ' || s.last_name as name from students s
      where s.erased_at is null and ${namesOf('s')} like (select containing($search)) ${
        isOfSession
          ? `and exists (select from session_participants p where p.tenant_id = s.tenant_id and p.student_id = s.id
              and p.session_id = $sessionId and p.status = 'registered')`
          : 'and s.is_active'
      } order by s.first_name, s.last_name, s.id limit $most offset $offset`,
  ),
)

/** Lists children for a report; 50 by default. */
export async function listIncidentChildren(
  scope: TenantScope,
  {
    search = '',
    sessionId,
    limit = 50,
    offset = 0,
  }: {
    search?: string | undefined
    sessionId?: string | undefined
    limit?: number | undefined
    offset?: number | undefined
  },
): Promise<PagedAnswer<z.infer<typeof childRow>>> {
  const values = { search, sessionId, most: limit + 1, offset }
  const found = await scope.rows(selectChildren({ isOfSession: sessionId !== undefined }), values)
  return new PagedAnswer(found, { limit, offset })
}

const selectOwners = statement(
  childRow,
  `select id, first_name || ' ' || last_name as name from users
    where tenant_id = $tenantId and is_active and role in ('tenant_admin', 'instructor')
    order by first_name, last_name, id limit $most offset $offset`,
)

export async function listFollowUpOwners(
  scope: TenantScope,
  { limit = 100, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<z.infer<typeof childRow>>> {
  const values = { tenantId: scope.tenantId, most: limit + 1, offset }
  return new PagedAnswer(await scope.rows(selectOwners, values), { limit, offset })
}
