import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { ConsentKind } from '../contract.ts'
import { concernsStudent, standingsQuery, stateOf, today } from './consent-state.ts'

const selectConsentingStudents = statement(
  z.object({ id: z.uuid() }),
  `with standing as (${standingsQuery('a.student_id = any($studentIds::uuid[])', 'l.student_id = any($studentIds::uuid[])')})
    select s.id from students s
      join consents c on c.tenant_id = s.tenant_id and c.kind = $kind and ${concernsStudent}
        and (c.expires_on is null or c.expires_on >= ${today})
      left join standing h on h.consent_id = c.id and h.student_id = s.id
    where s.id = any($studentIds::uuid[])
    group by s.id having bool_and(${stateOf('h')} = 'given')`,
)

/**
 * Reports whether guardians allow this for the child: the organization asks at least one consent of the kind, and each that it
 * asks is given. A consent is given by a guardian's last answer to the text's present version, or to an earlier one where the
 * present needs no new answer, until it expires; a refusal by any guardian who decides for the child outweighs every consent
 * given (`standing`). A consent that is not asked for allows nothing.
 */
export async function hasConsent(scope: TenantScope, studentId: string, kind: ConsentKind): Promise<boolean> {
  return (await listConsentingStudents(scope, [studentId], kind)).has(studentId)
}

/** Lists the children for whom `hasConsent` is true, with one statement. */
export async function listConsentingStudents(
  scope: TenantScope,
  studentIds: readonly string[],
  kind: ConsentKind,
): Promise<ReadonlySet<string>> {
  if (studentIds.length === 0) return new Set()
  const now = scope.core.clock.now()
  const found = await scope.rows(selectConsentingStudents, { studentIds, kind, now, tenantId: scope.tenantId })
  return new Set(found.map(({ id }) => id))
}
