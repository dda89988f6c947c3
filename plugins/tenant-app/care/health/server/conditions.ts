import { z } from 'zod'
import { changedFields } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { condition } from '../contract.ts'
import type { Condition, ConditionChange, NewCondition } from '../contract.ts'
import { HealthConditionModel } from './health-condition.ts'
import { markCheckedToday, lockHealth, recordHealthChange } from './save-health.ts'
import { StudentHealthModel } from './student-health.ts'

/** Maximum number of conditions of one student, ended ones included. */
const MAX_CONDITIONS = 100

const selectConditions = statement(
  condition,
  `select id, kind, name, risk, triggers, reaction, response, medication, medication_place as "medicationPlace",
      ended_at as "endedAt", updated_at as "updatedAt"
    from health_conditions where student_id = $studentId
    order by ended_at desc nulls first, array_position(array['high', 'medium', 'low'], risk), lower(name), id limit $most`,
)

/** Lists conditions, current ones first, then the highest risk first. */
export function conditionsOf(scope: TenantScope, studentId: string): Promise<Condition[]> {
  return scope.rows(selectConditions, { studentId, most: MAX_CONDITIONS })
}

const selectSimilarCondition = statement(
  z.object({ id: z.uuid() }),
  `select id from health_conditions where student_id = $studentId and kind = $kind and fold(name) = fold($name)
    and ended_at is null and id is distinct from $exceptId::uuid limit 1`,
)

/** Finds the student's existing condition of the same kind and name. */
export async function findSimilarCondition(
  scope: TenantScope,
  studentId: string,
  { kind, name }: Pick<NewCondition, 'kind' | 'name'>,
  exceptId: string | null = null,
): Promise<string | undefined> {
  const [found] = await scope.rows(selectSimilarCondition, { studentId, kind, name, exceptId })
  return found?.id
}

const isThere = (name: string) => conflict('name', `${name} is in the list already`)

/**
 * @throws not-found, forbidden for platform staff who have not opened the health data, conflict at `name` where the student has
 *   it already, or has a hundred
 */
export async function addCondition(
  scope: TenantScope,
  studentId: string,
  input: NewCondition,
): Promise<{ id: string }> {
  await requireStudent(scope, studentId)
  await requireOpened(scope, studentId, 'health')
  const health = await lockHealth(scope, studentId)
  if (await findSimilarCondition(scope, studentId, input)) throw isThere(input.name)
  if ((await conditionsOf(scope, studentId)).length >= MAX_CONDITIONS) {
    throw conflict('name', `A student has at most ${MAX_CONDITIONS} allergies and conditions`)
  }
  const now = scope.core.clock.now().toISOString()
  const { id } = await HealthConditionModel.query(scope.trx).insert({
    ...input,
    studentId,
    createdAt: now,
    updatedAt: now,
  })
  await noteChange(scope, health)
  return { id }
}

/**
 * Changes the given fields and marks the condition as checked.
 * @throws not-found, forbidden as `addCondition`, outdated (409) when `updatedAt` differs, conflict at `name`
 */
export async function updateCondition(
  scope: TenantScope,
  studentId: string,
  conditionId: string,
  { updatedAt, hasEnded, ...given }: ConditionChange,
): Promise<void> {
  await requireStudent(scope, studentId)
  await requireOpened(scope, studentId, 'health')
  const health = await lockHealth(scope, studentId)
  const before = await HealthConditionModel.query(scope.trx).findOne({ id: conditionId, studentId })
  if (!before) throw notFound('Condition')
  refuseOutdated('this condition', before.updatedAt, updatedAt)
  const ending =
    hasEnded === undefined || hasEnded === (before.endedAt !== null) ? {} : { endedAt: endOf(scope, hasEnded) }
  const change: Partial<HealthConditionModel> = Object.fromEntries(
    Object.entries({ ...given, ...ending }).filter(([, value]) => value !== undefined),
  )
  const { after } = changedFields<HealthConditionModel>(before, change)
  if (Object.keys(after).length === 0) return
  const { kind = before.kind, name = before.name, endedAt = before.endedAt } = after
  if (endedAt === null && (await findSimilarCondition(scope, studentId, { kind, name }, conditionId)))
    throw isThere(name)
  await HealthConditionModel.query(scope.trx)
    .findById(conditionId)
    .patch({ ...after, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  await noteChange(scope, health)
}

const endOf = (scope: TenantScope, hasEnded: boolean) => (hasEnded ? scope.core.clock.now().toISOString() : null)

async function noteChange(scope: TenantScope, { id, studentId }: StudentHealthModel): Promise<void> {
  await StudentHealthModel.query(scope.trx)
    .findById(id)
    .patch(await markCheckedToday(scope, ['conditions']))
  await recordHealthChange(scope, studentId)
}
