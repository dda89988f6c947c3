import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { MAX_BANK_QUESTIONS } from '../bank-contract.ts'
import { MAX_POOLS } from '../quiz-contract.ts'

const drawn = z.looseObject({
  pools: z.array(z.looseObject({ bankId: z.uuid(), tag: z.string().default('') })).optional(),
})

const ofBanks = statement(
  z.object({ id: z.uuid(), bankId: z.uuid(), question: z.record(z.string(), z.unknown()), tags: z.array(z.string()) }),
  `select q.id, q.bank_id as "bankId", q.question, q.tags from lms_questions q
    join lms_question_banks b on b.owner = q.owner and b.id = q.bank_id and b.deleted_at is null
    where q.owner = $owner and q.bank_id = any ($banks::uuid[]) and q.deleted_at is null
    order by q.bank_id, q.created_at, q.place, q.id limit ${MAX_BANK_QUESTIONS * MAX_POOLS}`,
)

/**
 * Details of lessons with the questions that their pools draw from, as the banks have them now; those without pools stay
 * as they are. A version keeps them so: what is changed in a bank later changes no attempt.
 */
export async function withPoolQuestions<Details extends object>(
  scope: Scope,
  lessons: readonly Details[],
): Promise<Details[]> {
  const parsed = lessons.map((details) => drawn.safeParse(details).data?.pools ?? [])
  const banks = [...new Set(parsed.flat().map(({ bankId }) => bankId))]
  if (banks.length === 0) return [...lessons]
  const found = await scope.rows(ofBanks, { owner: ownerOf(scope), banks })
  return lessons.map((details, index) => {
    const pools = parsed[index] ?? []
    if (pools.length === 0) return details
    return {
      ...details,
      pools: pools.map((pool) => ({
        ...pool,
        questions: found
          .filter(({ bankId, tags }) => bankId === pool.bankId && (pool.tag === '' || tags.includes(pool.tag)))
          .map(({ id, question }) => ({ ...question, id })),
      })),
    }
  })
}
