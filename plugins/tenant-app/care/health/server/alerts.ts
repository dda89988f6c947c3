import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { recordAlertViews } from '../../../base/ledger/server/views.ts'
import { isPlatformStaff } from '../../../shared/server/roles.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { alertLevels } from '../contract.ts'
import { opensTo } from './policies.ts'

const currentRisks = `from health_conditions c
  where c.tenant_id = s.tenant_id and c.student_id = s.id and c.ended_at is null`

/** The highest risk among the current conditions of student `s`. */
const alertLevel = `coalesce((select (array['low', 'medium', 'high'])[
  max(array_position(array['low', 'medium', 'high'], c.risk))] ${currentRisks}), 'none')`

/** True where student `s` has a condition of medium or high risk without a response line. */
export const lacksResponseLine = `(exists (select ${currentRisks} and c.risk in ('medium', 'high'))
  and not exists (select from student_health l where l.tenant_id = s.tenant_id and l.student_id = s.id
    and l.response_line <> ''))`

const alert = z.object({ studentId: z.uuid(), level: z.enum(alertLevels), responseLine: z.string() })
type Alert = z.infer<typeof alert>

const selectAlerts = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    alert,
    `select * from (select s.id as "studentId", ${alertLevel} as level,
        coalesce((select h.response_line from student_health h where h.tenant_id = s.tenant_id and h.student_id = s.id), '')
          as "responseLine"
      from students s where s.id = any($studentIds::uuid[]) and ${opensTo(viewer, 's.id')}) a`,
  ),
)

/**
 * Reads the alert levels and response lines of students whose health opens to the caller; others are left out. Each alert is
 * recorded in the ledger once per day and device. Platform staff, who owe a reason for each student, get none.
 */
export async function showAlerts(
  scope: TenantScope,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, Alert>> {
  if (studentIds.length === 0 || isPlatformStaff(scope)) return new Map()
  const values = { studentIds, now: scope.core.clock.now(), ...callerOf(scope) }
  const alerts = await scope.rows(selectAlerts({ viewer: viewerOf(scope) }), values)
  const shown = alerts.filter(({ level, responseLine }) => level !== 'none' || responseLine !== '')
  await recordAlertViews(scope, {
    studentIds: shown.map(({ studentId }) => studentId),
    today: await getLocalDay(scope),
  })
  return new Map(alerts.map((one) => [one.studentId, one]))
}

const selectMissingLines = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select s.id, s.first_name || ' ' || s.last_name as name from students s
    where s.tenant_id = $tenantId and s.is_active and ${lacksResponseLine}
    order by s.last_name, s.first_name, s.id limit $most`,
)

/** Lists active students with an alert of medium or high level without a response line, by name. */
export function listMissingResponseLines(scope: TenantScope, most: number): Promise<{ id: string; name: string }[]> {
  return scope.rows(selectMissingLines, { tenantId: scope.tenantId, most })
}
