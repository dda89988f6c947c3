import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { MAX_BANK_QUESTIONS } from '../bank-contract.ts'
import { isSameSource, MAX_POOLS } from '../quiz-contract.ts'

const drawn = z.looseObject({
  pools: z
    .array(z.looseObject({ bankId: z.uuid(), tag: z.string().default(''), name: z.string().default('') }))
    .optional(),
})

const selectQuestions = statement(
  z.object({ id: z.uuid(), bankId: z.uuid(), question: z.record(z.string(), z.unknown()), tags: z.array(z.string()) }),
  `select q.id, q.bank_id as "bankId", q.question, q.tags from lms_questions q
    join lms_question_banks b on b.owner = q.owner and b.id = q.bank_id and b.deleted_at is null
    where q.owner = $owner and q.bank_id = any ($banks::uuid[]) and q.deleted_at is null
    order by q.bank_id, q.created_at, q.place, q.id limit ${MAX_BANK_QUESTIONS * MAX_POOLS}`,
)

// Runs before any of them is read.
const sumQuestionBytes = statement(
  z.object({ bytes: z.number() }),
  `select coalesce(sum(octet_length(q.question::text)), 0)::float8 as bytes from lms_questions q
    where q.owner = $owner and q.bank_id = any ($banks::uuid[]) and q.deleted_at is null`,
)

/** Maximum bytes of the questions that all pools of a course draw from, counted per pool. */
const MAX_POOL_BYTES = 16 * 1024 ** 2

const newTooLargeError = () =>
  new AppError(
    'course.pools-too-large',
    409,
    'The question pools of this course draw from too many questions. Take pools away, or narrow them by a tag.',
  )

/** @throws invalid (400) at `details.pools` if two pools draw from the same questions */
export function rejectRepeatedPools(details: object): void {
  const { pools = [] } = drawn.safeParse(details).data ?? {}
  const again = pools.find((pool, index) => pools.slice(0, index).some((before) => isSameSource(before, pool)))
  if (again) {
    throw invalidField(
      'details.pools',
      `Two pools draw from the same questions of “${again.name}”: make them one, or choose another tag for each`,
    )
  }
}

/**
 * Adds to the details of lessons the questions that their pools draw from, as the banks have them now; details without pools
 * stay unchanged. A version stores them: later changes in a bank do not affect attempts.
 * @throws course.pools-too-large (409) if all of them together exceed the maximum of a course
 */
export async function withPoolQuestions<Details extends object>(
  scope: Scope,
  lessons: readonly Details[],
): Promise<Details[]> {
  const parsed = lessons.map((details) => drawn.safeParse(details).data?.pools ?? [])
  const banks = [...new Set(parsed.flat().map(({ bankId }) => bankId))]
  if (banks.length === 0) return [...lessons]
  const owner = ownerOf(scope)
  const [all] = await scope.rows(sumQuestionBytes, { owner, banks })
  if (!all || all.bytes > MAX_POOL_BYTES) throw newTooLargeError()
  const found = await scope.rows(selectQuestions, { owner, banks })
  // Pools with the same source share their questions: a course may have thousands.
  const known = new Map<string, { questions: object[]; size: number }>()
  const poolOf = (bankId: string, tag: string) => {
    const key = `${bankId} ${tag}`
    const before = known.get(key)
    if (before) return before
    const questions = found
      .filter((one) => one.bankId === bankId && (tag === '' || one.tags.includes(tag)))
      .map(({ id, question }) => ({ ...question, id }))
    const pool = { questions, size: JSON.stringify(questions).length }
    known.set(key, pool)
    return pool
  }
  const sizes = parsed.flat().map(({ bankId, tag }) => poolOf(bankId, tag).size)
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_POOL_BYTES) throw newTooLargeError()
  return lessons.map((details, index) => {
    const pools = parsed[index] ?? []
    if (pools.length === 0) return details
    return { ...details, pools: pools.map((pool) => ({ ...pool, questions: poolOf(pool.bankId, pool.tag).questions })) }
  })
}
