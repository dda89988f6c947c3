import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { changedFields, record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { isRestorable } from '../../courses/server/outline.ts'
import { questionBank, type BankChange, type NewBank, type QuestionBank } from '../bank-contract.ts'
import { BankModel } from './bank.ts'

const columns = `b.id, b.name, b.description, q.count as "questionCount", b.created_at as "createdAt",
  b.updated_at as "updatedAt"`

const withCount = `cross join lateral (
    select count(*)::int as count from lms_questions
      where owner = b.owner and bank_id = b.id and deleted_at is null
  ) q`

const isPresent = 'b.owner = $owner and b.deleted_at is null'

const selectBanks = variants({ isSearched: [true, false] }, ({ isSearched }) => {
  const where = `where ${isPresent} ${isSearched ? 'and b.search like (select containing($search))' : ''}`
  return statement(
    questionBank.extend({ total: z.number() }),
    `select ${columns}, (select count(*) from lms_question_banks b ${where}) as total
      from (select b.* from lms_question_banks b ${where} order by b.name, b.id limit $limit offset $offset) b
        ${withCount} order by b.name, b.id`,
  )
})

interface BankQuery {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists banks that the scope may write, by name. Without `limit` at most 1000. */
export async function listBanks(scope: Scope, query: BankQuery): Promise<PagedAnswer<QuestionBank>> {
  const { search = '', limit = LIST_CAP, offset = 0 } = query
  const found = await scope.lastRows<QuestionBank & { total: number }>(selectBanks({ isSearched: search !== '' }), {
    owner: ownerOf(scope),
    search,
    limit: limit + 1,
    offset,
  })
  // Beyond the end of the list no row carries the total.
  return countedPage(found, { limit, offset })
}

const selectBank = statement(
  questionBank,
  `select ${columns} from lms_question_banks b ${withCount} where ${isPresent} and b.id = $id`,
)

/** Reads a bank. @throws not-found if there is no such bank, or the scope may not write it */
export async function getBank(scope: Scope, id: string): Promise<QuestionBank> {
  const [found] = await scope.rows(selectBank, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Question bank')
  return found
}

const lockBankRow = statement(
  z.object({ id: z.uuid() }),
  `select id from lms_question_banks where owner = $owner and id = $id and deleted_at is null for no key update`,
)

/**
 * Locks a bank until the transaction ends, so that it is not changed or filled concurrently.
 * @throws not-found if there is none that the scope may write
 */
export async function lockBank(scope: Scope, id: string): Promise<QuestionBank> {
  const [found] = await scope.rows(lockBankRow, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Question bank')
  return getBank(scope, id)
}

/** Describes an act on a bank for the audit log. */
export const describeBankAct = (
  { id, name }: { id: string; name: string },
  action: `question-bank.${string}`,
  did: string,
) => ({
  action,
  category: 'system' as const,
  description: `${did} the question bank ${name}`,
  resource: 'question-bank',
  resourceId: id,
})

export async function createBank(scope: Scope, input: NewBank): Promise<QuestionBank> {
  const now = scope.core.clock.now().toISOString()
  const { id } = await BankModel.query(scope.trx).insert({ ...input, createdAt: now, updatedAt: now })
  await record(scope, { ...describeBankAct({ id, name: input.name }, 'question-bank.created', 'Added'), after: input })
  return getBank(scope, id)
}

/** Changes the given fields. @throws not-found, outdated (409) if `updatedAt` has changed */
export async function updateBank(
  scope: Scope,
  id: string,
  { updatedAt, ...change }: BankChange,
): Promise<QuestionBank> {
  const before = await lockBank(scope, id)
  refuseOutdated('this question bank', before.updatedAt, updatedAt)
  const changed = changedFields<Omit<BankChange, 'updatedAt'>>(before, change)
  if (Object.keys(changed.after).length === 0) return before
  await BankModel.query(scope.trx)
    .findById(id)
    .patch({ ...changed.after, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  const after = await getBank(scope, id)
  await record(scope, { ...describeBankAct(after, 'question-bank.updated', 'Changed'), ...changed })
  return after
}

/** Deletes a bank with its questions; restoring it restores them. Lessons keep their copies. @throws not-found */
export async function deleteBank(scope: Scope, id: string): Promise<void> {
  const bank = await lockBank(scope, id)
  await BankModel.query(scope.trx).findById(id).patch({ deletedAt: scope.core.clock.now().toISOString() })
  await record(scope, describeBankAct(bank, 'question-bank.deleted', 'Deleted'))
}

const updateRestoredBank = statement(
  z.object({ name: z.string() }),
  `update lms_question_banks set deleted_at = null where owner = $owner and id = $id and ${isRestorable} returning name`,
)

/** Restores a bank. @throws not-found if it was not deleted, or too long ago */
export async function restoreBank(scope: Scope, id: string): Promise<QuestionBank> {
  const [found] = await scope.rows(updateRestoredBank, {
    owner: ownerOf(scope),
    id,
    now: scope.core.clock.now().toISOString(),
  })
  if (!found) throw notFound('Question bank')
  await record(scope, describeBankAct({ id, name: found.name }, 'question-bank.restored', 'Brought back'))
  return getBank(scope, id)
}
