import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { nameKey } from '../../../shared/server/name-key.ts'
import { DUPLICATE_STUDENT, duplicates, type NewStudent } from '../contract.ts'

/** Keys of the name as typed, and with the names swapped: lists often have the last name first. */
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
 * Refuses a student with the name and birthday of an existing one; an unknown birthday equals any other. Locks the name, so
 * that of two concurrent duplicates the second sees the first.
 * @throws student.duplicate (409) with the existing students as details, unless `saveAnyway` is set
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
