import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { barredGuardian } from '../../../base/families/server/policies.ts'
import { collectingDecided } from '../../collectors/server/policies.ts'
import { codeHolder, type CodeHolder, type CodeKind } from '../contract.ts'
import { outlivesRights } from './find-holder.ts'
import { makeCode } from './make-code.ts'

const MAX_HOLDERS = 200

const codesOf = (condition: string) => `coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind,
    'createdAt', c.created_at) order by c.kind desc) from pickup_codes c where c.kind <> 'slip' and ${condition}), '[]')`

/** SQL: children of whom the caller picks up and decides who else does. */
const ownChildren = `select p.student_id from parent_students p where p.parent_id = $caller
  and not ${barredGuardian('p')} and ${collectingDecided('parent', 'p.student_id')}`

const selectHolders = statement(
  codeHolder,
  `select 'guardian' as kind, null::uuid as "collectorId", u.first_name || ' ' || u.last_name as name,
      (select json_agg(s.first_name order by s.first_name, s.id) from students s where s.id in (${ownChildren})) as children,
      ${codesOf('c.user_id = u.id')} as codes
    from users u where u.id = $caller and exists (${ownChildren})
  union all (select 'authorized', k.id, k.name, json_build_array(s.first_name),
      ${codesOf(`c.collector_id = k.id and ${outlivesRights}`)}
    from collectors k join students s on s.tenant_id = k.tenant_id and s.id = k.student_id
    where k.student_id in (${ownChildren})
    order by lower(k.name), s.first_name, k.id limit ${MAX_HOLDERS})`,
)

const lockHolder = statement('select from users where tenant_id = $tenantId and id = $caller for no key update')

/** Lists the caller, where a child is picked up by them, and the authorized pickups on whom they decide. */
export const listOwnCodes = (scope: TenantScope): Promise<CodeHolder[]> => scope.rows(selectHolders, callerOf(scope))

/** Makes a PIN or a card for the caller or an authorized pickup of an own child. @throws not-found */
export async function makeOwnCode(
  scope: TenantScope,
  { kind, collectorId }: { kind: CodeKind; collectorId: string | null },
): Promise<{ id: string; code: string }> {
  const { caller = null } = callerOf(scope)
  // The second of two calls at once replaces the code of the first.
  await scope.rows(lockHolder, { tenantId: scope.tenantId, caller })
  const holders = await listOwnCodes(scope)
  if (!holders.some((holder) => holder.collectorId === collectorId)) throw notFound('Person')
  const made = await makeCode(
    scope,
    { userId: collectorId === null ? caller : null, collectorId },
    { kind, madeBy: caller },
  )
  await recordCode(scope, 'made', { kind, id: made.id })
  return made
}

const deleteCode = statement(z.object({ id: z.uuid() }), 'delete from pickup_codes where id = $id returning id')

/** Revokes an own PIN or card, or that of an authorized pickup of an own child. @throws not-found */
export async function revokeOwnCode(scope: TenantScope, id: string): Promise<void> {
  const code = (await listOwnCodes(scope)).flatMap(({ codes }) => codes).find((one) => one.id === id)
  if (!code || (await scope.rows(deleteCode, { id })).length === 0) throw notFound('PIN or card')
  await recordCode(scope, 'revoked', code)
}

const codeTexts = { pin: 'a PIN', card: 'a card', slip: 'a slip with a PIN' } as const

/** Leaves an audit entry; for whom an authorized pickup's code is stands in no entry. */
export async function recordCode(
  scope: TenantScope,
  what: 'made' | 'revoked',
  { kind, id, studentId }: { kind: CodeKind | 'slip'; id: string; studentId?: string },
): Promise<void> {
  const of = studentId === undefined ? '' : ` for an adult of ${referTo('student', studentId)}`
  await record(scope, {
    action: `pickup-code.${what}`,
    category: 'security',
    description: `${what === 'made' ? 'Made' : 'Revoked'} ${codeTexts[kind]} for the kiosk${of}`,
    resource: 'pickup-code',
    resourceId: id,
  })
}
