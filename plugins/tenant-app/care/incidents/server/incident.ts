import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { callOutcomes } from '../acts-contract.ts'
import { incidentKinds, incidentStatuses } from '../contract.ts'

/** An incident report of one child. PostgreSQL stores lists of texts as arrays, which statements write. */
const incident = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  sessionId: z.uuid().nullable(),
  eventId: z.uuid(),
  kind: z.enum(incidentKinds),
  status: z.enum(incidentStatuses),
  isSerious: z.boolean(),
  occurredAt: z.string(),
  place: z.string(),
  description: z.string(),
  supervisedBy: z.string(),
  witness: z.string(),
  firstAid: z.string(),
  prevention: z.string(),
  familyText: z.string(),
  writtenBy: z.uuid(),
  writtenByName: z.string(),
  submittedAt: z.string().nullable(),
  sharedAt: z.string().nullable(),
  sharedByName: z.string(),
  closedAt: z.string().nullable(),
  closedByName: z.string(),
  updatedAt: z.string(),
})

export class IncidentModel extends tableModel('incidents', incident) {}

export class IncidentEntryModel extends tableModel(
  'incident_entries',
  z.object({
    id: z.uuid(),
    incidentId: z.uuid(),
    kind: z.enum(['addition', 'call']),
    called: z.string(),
    outcome: z.enum(callOutcomes).nullable(),
    words: z.string(),
    happenedAt: z.string(),
    madeByName: z.string(),
  }),
) {}

export class FollowUpModel extends tableModel(
  'incident_follow_ups',
  z.object({
    id: z.uuid(),
    incidentId: z.uuid(),
    task: z.string(),
    ownerId: z.uuid(),
    dueOn: z.string(),
    createdByName: z.string(),
    doneAt: z.string().nullable(),
    doneByName: z.string(),
  }),
) {}

export class IncidentPhotoModel extends tableModel(
  'incident_photos',
  z.object({ id: z.uuid(), incidentId: z.uuid(), createdAt: z.string() }),
) {}

/** Columns of a report for staff, of `incidents i`. */
export const listColumns = `i.id, i.student_id as "studentId",
  (select s.first_name || ' ' || s.last_name from students s where s.tenant_id = i.tenant_id and s.id = i.student_id) as "studentName",
  i.kind, i.status, i.is_serious as "isSerious", i.occurred_at as "occurredAt", i.written_by_name as "writtenByName",
  i.shared_at as "sharedAt"`
