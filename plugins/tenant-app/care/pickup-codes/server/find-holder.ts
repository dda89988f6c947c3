import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { barredGuardian } from '../../../base/families/server/policies.ts'
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

/** SQL: true where the guardian of a link decides who picks up the child. */
const decides = (link: string) => `${link}.may_see and not ${barredGuardian(link)}`

/**
 * SQL: true where code `c` of authorized pickup `k` still counts: the guardian who made it decides on the child, and none was
 * restricted since, who may know it. Slips come from staff.
 */
export const outlivesRights = `(c.kind = 'slip' or (c.made_by is null or exists (select from parent_students m
    where m.tenant_id = k.tenant_id and m.student_id = k.student_id and m.parent_id = c.made_by and ${decides('m')}))
  and not exists (select from guardian_restrictions r
    join parent_students g on g.tenant_id = r.tenant_id and g.id = r.parent_student_id
  where g.tenant_id = k.tenant_id and g.student_id = k.student_id and r.created_at > c.created_at))`

const digitsOf = (phone: string) => `regexp_replace(${phone}, '[^0-9]', '', 'g')`

/**
 * SQL: authorized pickups `o` of siblings who are the same person as `k`: the name and the telephone number agree, and all
 * who decide on the child of `k`, and so may know the code, decide on the sibling.
 */
const atSiblings = `select o.student_id, o.id, 'authorized' from collectors o
  where o.tenant_id = k.tenant_id and o.id <> k.id and fold(o.name) = fold(k.name)
    and ${digitsOf('o.phone')} = ${digitsOf('k.phone')} and ${digitsOf('k.phone')} <> ''
    and o.student_id in (select f.student_id from parent_students p
        join parent_students f on f.tenant_id = p.tenant_id and f.parent_id = p.parent_id
      where p.tenant_id = k.tenant_id and p.student_id = k.student_id and ${decides('p')} and ${decides('f')})
    and not exists (select from parent_students p where p.tenant_id = k.tenant_id and p.student_id = k.student_id
      and ${decides('p')} and not exists (select from parent_students f where f.tenant_id = p.tenant_id
        and f.parent_id = p.parent_id and f.student_id = o.student_id and ${decides('f')}))`

const selectHolder = statement(
  holder,
  `select c.id as "codeId", c.kind, coalesce(u.first_name || ' ' || u.last_name, k.name, '') as name,
      coalesce((select json_agg(json_build_object('studentId', o.student_id, 'personId', o.id, 'kind', o.kind))
        from (select p.student_id, p.id, 'guardian' as kind from parent_students p
            where p.tenant_id = c.tenant_id and p.parent_id = c.user_id
          union all select k.student_id, k.id, 'authorized' where k.id is not null
          union all ${atSiblings}) o), '[]') as children
    from pickup_codes c
      left join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
      left join collectors k on k.tenant_id = c.tenant_id and k.id = c.collector_id
    where c.code_hash = $codeHash and (c.expires_at is null or c.expires_at > $now)
      and (k.id is null or ${outlivesRights})`,
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
