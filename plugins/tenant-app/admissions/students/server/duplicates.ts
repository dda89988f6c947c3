import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { nameKey } from '../../../shared/server/name-key.ts'
import { DUPLICATE_STUDENT, duplicates, type NewStudent } from '../contract.ts'

/** Names in the order that was typed, and in the other one: lists often have the last name first. */
const key = nameKey(`$firstName::text || ' ' || $lastName::text`)
const turnedKey = nameKey(`$lastName::text || ' ' || $firstName::text`)

const lockName = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.student:' || $tenantId || least(${key}, ${turnedKey}), 0))`,
)

const selectDuplicates = statement(
  duplicates.element,
  `select id, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", grade,
      is_active as "isActive"
    from students where name_key in (${key}, ${turnedKey})
      and ($dateOfBirth::date is null or date_of_birth is null or date_of_birth = $dateOfBirth::date)
    order by date_of_birth nulls last, id limit 10`,
)

/**
 * Refuses a student whose name and birthday another has; a birthday that is not known tells nobody apart. Two who add
 * the same student at once wait for one another.
 * @throws student.duplicate (409) with those who are here already as details, unless the student is to be saved anyway
 */
export async function refuseDuplicate(
  scope: TenantScope,
  { firstName, lastName, dateOfBirth, saveAnyway }: NewStudent,
): Promise<void> {
  await scope.rows(lockName, { tenantId: scope.tenantId, firstName, lastName })
  if (saveAnyway) return
  const details = await scope.rows(selectDuplicates, { firstName, lastName, dateOfBirth })
  if (details.length === 0) return
  throw new AppError(DUPLICATE_STUDENT, 409, `${firstName} ${lastName} seems to be here already.`, { details })
}
