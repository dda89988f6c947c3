import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { newIds } from '#core/server/identity/contacts.ts'

const knownNotes = z.object({
  studentId: z.uuid(),
  medicalNotes: z.string(),
  medication: z.string(),
  /** Texts of an earlier import that await an answer. */
  proposed: z.array(z.string()),
})
export type KnownNotes = z.infer<typeof knownNotes>

const selectKnownNotes = statement(
  knownNotes,
  `select s.id as "studentId", coalesce(h.medical_notes, '') as "medicalNotes", coalesce(h.medication, '') as medication,
      coalesce((select jsonb_agg(coalesce(p.change->>'medicalNotes', p.change->>'medication', '')) from health_proposals p
        where p.tenant_id = s.tenant_id and p.student_id = s.id and p.status = 'pending' and p.proposed_by is null),
        '[]'::jsonb) as proposed
    from students s left join student_health h on h.tenant_id = s.tenant_id and h.student_id = s.id
    where s.id = any($studentIds::uuid[])`,
)

/** Reads the data that lists of students are compared with. Callers show it to no user. */
export function readKnownNotes(scope: TenantScope, studentIds: readonly string[]): Promise<KnownNotes[]> {
  return scope.rows(selectKnownNotes, { studentIds })
}

/** Change of one part that a list of students proposes. */
export interface ImportedProposal {
  studentId: string
  part: 'notes' | 'medication'
  change: { medicalNotes: string } | { medication: string }
}

const insertProposals = statement(`insert into health_proposals
    (id, student_id, proposed_by, proposed_by_name, part, change, created_at, updated_at)
  select n.id, n.student_id, null, $name, n.part, n.change, $now, $now
    from jsonb_to_recordset($rows::jsonb) n (id uuid, student_id uuid, part text, change jsonb)`)

/**
 * Saves health data of a list as proposals, which an admin approves or rejects like those of guardians.
 * @returns their ids, in order
 */
export async function insertImportProposals(
  scope: TenantScope,
  proposals: readonly ImportedProposal[],
  { name, now }: { name: string; now: string },
): Promise<string[]> {
  if (proposals.length === 0) return []
  const ids = await newIds(scope, proposals.length)
  const rows = proposals.map(({ studentId, part, change }, index) => ({
    id: ids[index],
    student_id: studentId,
    part,
    change,
  }))
  await scope.rows(insertProposals, { name, now, rows: JSON.stringify(rows) })
  await record(scope, {
    action: 'health.proposed',
    category: 'account',
    description: `Proposed changes of the health data of ${new Set(proposals.map(({ studentId }) => studentId)).size} students with an imported list`,
    resource: 'student',
  })
  return ids
}

const deletePending = statement(`delete from health_proposals where id = any($ids::uuid[]) and status = 'pending'`)

/** Deletes pending proposals of an import; answered ones stay. */
export async function deleteImportProposals(scope: TenantScope, ids: readonly string[]): Promise<void> {
  await scope.rows(deletePending, { ids })
}
