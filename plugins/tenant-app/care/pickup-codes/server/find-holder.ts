import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { hashCode } from './make-code.ts'

const holder = z.object({
  codeId: z.uuid(),
  kind: z.enum(['pin', 'slip', 'card']),
  name: z.string(),
  /** The children, each with the id of the person among those who pick it up. */
  children: z.array(z.object({ studentId: z.uuid(), personId: z.uuid(), kind: z.enum(['guardian', 'authorized']) })),
})

/** A person who was known by a PIN or a card. */
export type CodeHolder = z.infer<typeof holder>

const selectHolder = statement(
  holder,
  `select c.id as "codeId", c.kind, coalesce(u.first_name || ' ' || u.last_name, k.name, '') as name,
      coalesce((select json_agg(json_build_object('studentId', o.student_id, 'personId', o.id, 'kind', o.kind))
        from (select p.student_id, p.id, 'guardian' as kind from parent_students p
            where p.tenant_id = c.tenant_id and p.parent_id = c.user_id
          union all select k.student_id, k.id, 'authorized' where k.id is not null) o), '[]') as children
    from pickup_codes c
      left join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
      left join collectors k on k.tenant_id = c.tenant_id and k.id = c.collector_id
    where c.code_hash = $codeHash and (c.expires_at is null or c.expires_at > $now)`,
)

/** Finds who holds a code. Who of them may pick up a child is judged apart. */
export async function findHolder(scope: TenantScope, code: string): Promise<CodeHolder | undefined> {
  const values = { codeHash: hashCode(scope, code), now: scope.core.clock.now() }
  return (await scope.rows(selectHolder, values))[0]
}

const deleteSlip = statement(
  z.object({ id: z.uuid() }),
  `delete from pickup_codes where id = $codeId and kind = 'slip' returning id`,
)

/** Uses up a slip, which works once. @returns false where another act has used it meanwhile */
export const spendSlip = async (scope: TenantScope, { codeId, kind }: CodeHolder): Promise<boolean> =>
  kind !== 'slip' || (await scope.rows(deleteSlip, { codeId })).length > 0
