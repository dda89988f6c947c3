import { fold } from '#core/contract/fold.ts'
import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { eraseFromOrganization } from '#core/server/erasure/erasures.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { requireOtherAdmin } from '#core/server/identity/last-admin.ts'
import { lockJudgedBy, saveResultsWithout } from '../../../competition/challenges/server/judges.ts'
import { deleteExports, lockExports } from '../../exports/server/exports.ts'
import { fillPlaces } from '../../../scheduling/rosters/server/places.ts'
import { studentUpdated } from '../../../admissions/students/server/events.ts'
import type { ErasureResult, NewErasure } from '../contract.ts'
import { listErasedTogether, lockPerson, type FoundPerson } from './person.ts'
import { parsePlaces } from './places.ts'
import { notifyRequesters } from './requests.ts'
import { isHeld } from './retention.ts'

const lockUpcomingSessions = statement(
  z.object({ id: z.uuid() }),
  `select s.id from sessions s where s.status = 'scheduled' and s.start_date > $now
      and s.id in (select session_id from session_participants where student_id = $studentId)
    order by s.id for no key update`,
)

const deleteParticipants = statement(
  'delete from session_participants where student_id = $studentId and session_id = any ($sessionIds::uuid[])',
)

// Locks the students before the person, like all code that changes guardians, and in one statement, in the order of ids.
const lockAffectedStudents = statement(
  `select id from students where id in (select student_id from parent_students where parent_id = $id)
      or id in (select student_id from judge_scores where challenge_id = any($challengeIds::uuid[]))
      or id in (select student_id from scores where challenge_id = any($challengeIds::uuid[]))
    order by id for no key update`,
)

/**
 * Erases a person from the organization: deletes or empties references to the person, keeps counts, and removes the name from
 * chosen texts of other users. Places in upcoming sessions go to the waitlist. The audit log omits the name.
 * @throws not-found, also where another admin has erased the person meanwhile; invalid at `confirmation` unless it is the name,
 *   at `places` for unlisted ones, at `id` for the last active admin; conflict at `id` for oneself and for a student on hold
 */
export async function erasePerson(
  scope: TenantScope,
  { kind, id, confirmation, places }: NewErasure,
): Promise<ErasureResult> {
  const chosen = parsePlaces(places)
  await lockExports(scope)
  const judged = kind === 'user' ? await lockJudgedBy(scope, id) : []
  if (kind === 'user')
    await scope.rows(lockAffectedStudents, { id, challengeIds: judged.map((challenge) => challenge.id) })
  const person = await lockPerson(scope, kind, id)
  if (fold(confirmation) !== fold(person.name.trim())) {
    throw invalidField('confirmation', `Type ${person.name} to confirm`)
  }
  await refuseNeeded(scope, person)
  if (kind === 'student') {
    await notifyRequesters(scope, id)
    await leaveSessions(scope, id)
  }
  const people = await listErasedTogether(scope, person)
  for (const one of people) if (one.kind === 'user') await scope.core.sessions.endOfUser(scope, one.id)
  // Deletes the person's own exports too; their ids must be read before.
  await deleteExports(scope)
  const { entries, rewritten } = await eraseFromOrganization(scope, people, chosen)
  const result = { rewritten: rewritten.length, left: chosen.length - rewritten.length }
  await saveResultsWithout(scope, judged)
  if (kind === 'student') {
    await emit(scope, studentUpdated, {
      tenantId: scope.tenantId,
      studentId: id,
      name: 'Erased student',
      ...(person.isActive ? { isActive: false } : {}),
    })
  }
  await record(scope, {
    action: 'person.erased',
    category: 'security',
    severity: 'warning',
    description: `Erased ${/^[aeiou]/.test(person.called) ? 'an' : 'a'} ${person.called}`,
    resource: kind,
    resourceId: id,
    // `audit verify` reports from this data who erased how much.
    metadata: { entries, ...result },
  })
  return { id, ...result }
}

async function refuseNeeded(scope: TenantScope, { kind, id, role, userId }: FoundPerson): Promise<void> {
  const caller = scope.actor.user?.id
  if (id === caller || (userId !== null && userId === caller)) {
    throw conflict('id', 'You cannot erase yourself. Ask another admin to do it.')
  }
  if (kind === 'student' && (await isHeld(scope, id))) {
    throw conflict('id', 'The data of this student are kept. Release them first.')
  }
  if (kind === 'user' && role) await requireOtherAdmin(scope, { id, tenantId: scope.tenantId, role }, 'id')
}

async function leaveSessions(scope: TenantScope, studentId: string): Promise<void> {
  const found = await scope.rows(lockUpcomingSessions, { studentId, now: scope.core.clock.now() })
  if (found.length === 0) return
  const sessionIds = found.map(({ id }) => id)
  await scope.rows(deleteParticipants, { studentId, sessionIds })
  await fillPlaces(scope, sessionIds)
}
