import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import type { ViewReason } from '../../../base/ledger/contract.ts'
import { recordView } from '../../../base/ledger/server/views.ts'
import { pastAnswer, studentConsent } from '../student-contract.ts'
import type { PastAnswer, StudentConsent } from '../student-contract.ts'
import { concernsStudent, isDecider, standingsQuery, stateOf } from './consent-state.ts'

const selectStudentConsents = statement(
  studentConsent,
  `with standing as (${standingsQuery('a.student_id = $studentId', 'l.student_id = $studentId')})
    select c.id, c.kind, v.title, ${stateOf('h')} as state, h.expires_on as "expiresOn"
    from students s join consents c on c.tenant_id = s.tenant_id and ${concernsStudent}
      join consent_versions v on v.tenant_id = c.tenant_id and v.consent_id = c.id and v.number = c.version
      left join standing h on h.consent_id = c.id
    where s.id = $studentId order by lower(v.title), c.id limit 1000`,
)

const valuesOf = (scope: TenantScope, studentId: string) => ({
  studentId,
  now: scope.core.clock.now(),
  tenantId: scope.tenantId,
})

/**
 * Lists the state of each consent that is asked for a student.
 * @throws not-found, forbidden for platform staff, who open them with a reason
 */
export async function listStudentConsents(scope: TenantScope, studentId: string): Promise<StudentConsent[]> {
  await requireStudent(scope, studentId)
  if (scope.actor.user?.role === 'superadmin') throw forbidden('Platform staff open consents with a reason.')
  return scope.rows(selectStudentConsents, valuesOf(scope, studentId))
}

const selectPastAnswers = statement(
  pastAnswer,
  `select a.id, a.consent_id as "consentId", v.title, a.version, a.answer, a.guardian_name as "guardianName", a.method,
      a.recorded_by as "recordedBy", a.answered_at as "answeredAt", a.expires_on as "expiresOn"
    from consent_answers a
      join consent_versions v on v.tenant_id = a.tenant_id and v.consent_id = a.consent_id and v.number = a.version
    where a.student_id = $studentId order by a.answered_at desc, a.id desc limit 1000`,
)

/** Lists all answers, including those to withdrawn consents; recorded in the ledger. @throws not-found, invalid at `words` */
export async function openStudentConsents(
  scope: TenantScope,
  studentId: string,
  reason: ViewReason,
): Promise<{ consents: StudentConsent[]; answers: PastAnswer[] }> {
  await requireStudent(scope, studentId)
  await recordView(scope, { studentId, what: 'consents', reason })
  return {
    consents: await scope.rows(selectStudentConsents, valuesOf(scope, studentId)),
    answers: await scope.rows(selectPastAnswers, { studentId }),
  }
}

const selectDeciders = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select u.id, u.first_name || ' ' || u.last_name as name
    from parent_students l join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id
    where l.student_id = $studentId and ${isDecider} order by l.contact_order`,
)

/** Lists guardians who can answer for a student, in the order of contact. @throws not-found */
export async function listConsentGuardians(scope: TenantScope, studentId: string) {
  await requireStudent(scope, studentId)
  return scope.rows(selectDeciders, { studentId })
}
