import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { banked, type Banked } from '../bank-contract.ts'
import type { Question, QuestionType } from '../contract.ts'
import { getBank } from './banks.ts'

const row = banked.extend({ question: z.object({}) })
type Row = Omit<Banked, 'question'> & { question: object }

/** The row's id replaces the question's: a copied question had another one. */
const toQuestion = ({ question, ...rest }: Row): Banked => ({
  ...rest,
  question: { ...(question as Question), id: rest.id },
})

const columns = `q.id, q.bank_id as "bankId", q.question, q.tags, q.updated_at as "updatedAt"`

// Questions of a deleted bank are deleted with it.
const presentQuestions = `from lms_questions q
  join lms_question_banks b on b.owner = q.owner and b.id = q.bank_id and b.deleted_at is null
  where q.owner = $owner and q.deleted_at is null`

// A bank has at most 1000 questions: one statement for all filters is fast enough.
const filters = `and q.bank_id = $bankId
  and ($type::text is null or q.type = $type)
  and ($tag::text is null or q.tags @> to_jsonb($tag::text))
  and q.search like (select containing($search))`

const selectQuestions = statement(
  row.extend({ total: z.number() }),
  `select ${columns}, (select count(*) ${presentQuestions} ${filters}) as total ${presentQuestions} ${filters}
    order by q.created_at, q.place, q.id limit $limit offset $offset`,
)

interface QuestionQuery {
  search?: string | undefined
  type?: QuestionType | undefined
  tag?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists questions, oldest first. @throws not-found if there is no such bank, or the scope may not write it */
export async function listQuestions(scope: Scope, bankId: string, query: QuestionQuery): Promise<PagedAnswer<Banked>> {
  await getBank(scope, bankId)
  const { search = '', type = null, tag = null, limit = LIST_CAP, offset = 0 } = query
  const found = await scope.lastRows<Row & { total: number }>(selectQuestions, {
    owner: ownerOf(scope),
    bankId,
    type,
    tag,
    search,
    limit: limit + 1,
    offset,
  })
  // Beyond the end of the list no row carries the total.
  return countedPage(found, { limit, offset }, (rest) => toQuestion(rest))
}

const selectTags = statement(
  z.object({ tag: z.string() }),
  `select distinct jsonb_array_elements_text(q.tags) as tag ${presentQuestions} and q.bank_id = $bankId order by tag limit 1000`,
)

/** Lists tags by name. @throws not-found if there is no such bank, or the scope may not write it */
export async function listTags(scope: Scope, bankId: string): Promise<string[]> {
  await getBank(scope, bankId)
  return (await scope.rows(selectTags, { owner: ownerOf(scope), bankId })).map(({ tag }) => tag)
}

const selectQuestion = statement(row, `select ${columns} ${presentQuestions} and q.id = $id`)

/** Reads a question of a bank. @throws not-found */
export async function getQuestion(scope: Scope, id: string): Promise<Banked> {
  const [found] = await scope.rows<Row>(selectQuestion, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Question')
  return toQuestion(found)
}
