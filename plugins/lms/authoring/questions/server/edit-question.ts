import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { isRestorable } from '../../courses/server/outline.ts'
import {
  MAX_BANK_QUESTIONS,
  type Banked,
  type BankedChange,
  type NewBanked,
  type QuestionBank,
} from '../bank-contract.ts'
import type { Question } from '../contract.ts'
import { toPlainText } from '../text-contract.ts'
import { QuestionModel } from './bank.ts'
import { describeBankAct, getBank, lockBank } from './banks.ts'
import { getQuestion } from './questions.ts'

/** Describes an act on a question, with as much of its prompt as fits in a line of the audit log. */
const describeAct = ({ id, question }: Pick<Banked, 'id' | 'question'>, action: `question.${string}`, did: string) => ({
  action,
  category: 'system' as const,
  description: `${did} the question ${toPlainText(question.prompt).replaceAll(/\s+/g, ' ').slice(0, 80)}`,
  resource: 'question',
  resourceId: id,
})

/** @throws question-bank.full (409) */
export function rejectFull({ questionCount }: QuestionBank, added: number): void {
  if (questionCount + added <= MAX_BANK_QUESTIONS) return
  throw new AppError('question-bank.full', 409, `A question bank has at most ${MAX_BANK_QUESTIONS} questions.`)
}

/** Creates a question. @throws not-found if there is no such bank, or the scope may not write it; if the bank is full */
export async function createQuestion(scope: Scope, { bankId, question, tags }: NewBanked): Promise<Banked> {
  rejectFull(await lockBank(scope, bankId), 1)
  const now = scope.core.clock.now().toISOString()
  const { id } = await QuestionModel.query(scope.trx).insert({ bankId, question, tags, createdAt: now, updatedAt: now })
  const made = await getQuestion(scope, id)
  await record(scope, { ...describeAct(made, 'question.created', 'Added'), after: { question: made.question, tags } })
  return made
}

/**
 * Copies questions into a bank, all or none.
 * @throws not-found if there is no such bank, or the scope may not write it; if they do not fit
 */
export async function copyQuestions(
  scope: Scope,
  bankId: string,
  added: readonly { question: Question; tags: string[] }[],
): Promise<QuestionBank> {
  const bank = await lockBank(scope, bankId)
  rejectFull(bank, added.length)
  const now = scope.core.clock.now().toISOString()
  await QuestionModel.query(scope.trx).insert(
    added.map(({ question, tags }, place) => ({ bankId, question, tags, place, createdAt: now, updatedAt: now })),
  )
  const did = added.length === 1 ? 'Put 1 question into' : `Put ${added.length} questions into`
  await record(scope, describeBankAct(bank, 'question-bank.filled', did))
  return getBank(scope, bankId)
}

const lockQuestion = statement(
  z.object({ id: z.uuid() }),
  `select id from lms_questions where owner = $owner and id = $id for no key update`,
)

/** Changes the given fields. @throws not-found, outdated (409) if `updatedAt` has changed */
export async function updateQuestion(
  scope: Scope,
  id: string,
  { updatedAt, ...change }: BankedChange,
): Promise<Banked> {
  await scope.rows(lockQuestion, { owner: ownerOf(scope), id })
  const before = await getQuestion(scope, id)
  refuseOutdated('this question', before.updatedAt, updatedAt)
  const changed = changedFields<Omit<BankedChange, 'updatedAt'>>(before, change)
  if (Object.keys(changed.after).length === 0) return before
  await QuestionModel.query(scope.trx)
    .findById(id)
    .patch({ ...changed.after, updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  const after = await getQuestion(scope, id)
  await record(scope, { ...describeAct(after, 'question.updated', 'Changed'), ...changed })
  return after
}

/** Deletes a question; copies of it stay. @throws not-found */
export async function deleteQuestion(scope: Scope, id: string): Promise<void> {
  await scope.rows(lockQuestion, { owner: ownerOf(scope), id })
  const question = await getQuestion(scope, id)
  await QuestionModel.query(scope.trx).findById(id).patch({ deletedAt: scope.core.clock.now().toISOString() })
  await record(scope, describeAct(question, 'question.deleted', 'Deleted'))
}

const selectDeletedQuestion = statement(
  z.object({ bankId: z.uuid() }),
  `select bank_id as "bankId" from lms_questions where owner = $owner and id = $id and ${isRestorable}`,
)

/**
 * Restores a question.
 * @throws not-found if it was not deleted, or too long ago, or its bank is gone; if the bank is full
 */
export async function restoreQuestion(scope: Scope, id: string): Promise<Banked> {
  const asked = { owner: ownerOf(scope), id, now: scope.core.clock.now().toISOString() }
  const [found] = await scope.rows(selectDeletedQuestion, asked)
  if (!found) throw notFound('Question')
  rejectFull(await lockBank(scope, found.bankId), 1)
  await QuestionModel.query(scope.trx).findById(id).patch({ deletedAt: null })
  const question = await getQuestion(scope, id)
  await record(scope, describeAct(question, 'question.restored', 'Brought back'))
  return question
}
