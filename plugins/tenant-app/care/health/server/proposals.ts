import { fold } from '#core/contract/fold.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, forbidden, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { newCondition, waitingProposal } from '../contract.ts'
import type { Decision, NewProposal, Proposal, ProposedChange, WaitingProposal } from '../contract.ts'
import { addCondition, findSimilarCondition, updateCondition } from './conditions.ts'
import { HealthConditionModel } from './health-condition.ts'
import { HealthProposalModel } from './health-proposal.ts'
import { saveHealth, lockHealth } from './save-health.ts'
import { mailProposal } from './emails.ts'

/** Maximum number of proposals that a guardian sees, open ones first, and of open ones for one child. */
const MAX_PROPOSALS = 20

/** Lists a student's proposals: all open ones for admins, a guardian's own with the latest answers. */
export async function proposalsOf(scope: TenantScope, studentId: string): Promise<Proposal[]> {
  const { user } = scope.actor
  const all = HealthProposalModel.query(scope.trx).where({ studentId })
  switch (user?.role) {
    case 'tenant_admin':
    case 'superadmin':
      return view(await all.where({ status: 'pending' }).orderBy(['createdAt', 'id']).limit(LIST_CAP))
    case 'parent':
      return view(
        await all
          .where({ proposedBy: user.id })
          .whereNot({ status: 'withdrawn' })
          .orderByRaw(`status = 'pending' desc, updated_at desc, id`)
          .limit(MAX_PROPOSALS),
      )
    default:
      return []
  }
}

const view = (found: HealthProposalModel[]) =>
  found.map(
    ({ id, part, conditionId, change, status, proposedByName, answer, decidedByName, decidedAt, createdAt }) => ({
      id,
      part,
      conditionId,
      change: change as ProposedChange,
      status,
      proposedByName,
      answer,
      decidedByName,
      decidedAt,
      createdAt,
    }),
  )

const selectPendingProposals = statement(
  waitingProposal,
  `select p.id, p.student_id as "studentId", s.first_name || ' ' || s.last_name as "studentName",
      p.proposed_by_name as "proposedByName", p.created_at as "createdAt"
    from health_proposals p join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.tenant_id = $tenantId and p.status = 'pending'
    order by p.created_at, p.id limit $most offset $offset`,
)

/** Lists open proposals, the oldest first. */
export async function listProposals(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<WaitingProposal>> {
  const found = await scope.rows(selectPendingProposals, { tenantId: scope.tenantId, most: limit + 1, offset })
  return new PagedAnswer(found, { limit, offset })
}

/**
 * Saves a guardian's proposed change; it replaces an own pending proposal for the same part or condition. Admins get an email
 * about the first pending one of a student.
 * @throws not-found unless it is the caller's child, and where the condition is not the child's, conflict beyond 20
 */
export async function proposeHealth(
  scope: TenantScope,
  studentId: string,
  proposal: NewProposal,
): Promise<{ id: string }> {
  const { user } = scope.actor
  await requireStudent(scope, studentId)
  if (user?.role !== 'parent') throw forbidden('Guardians propose changes; you can change it on the student’s page')
  await lockHealth(scope, studentId)
  const conditionId = proposal.part === 'conditions' ? proposal.conditionId : null
  if (conditionId && !(await HealthConditionModel.query(scope.trx).findOne({ id: conditionId, studentId }))) {
    throw notFound('Condition')
  }
  const pending = await HealthProposalModel.query(scope.trx).where({ studentId, status: 'pending' })
  const own = pending.filter(({ proposedBy }) => proposedBy === user.id)
  const replaced = own.find((one) => isSame(one, proposal, conditionId))
  if (!replaced && own.length >= MAX_PROPOSALS) {
    throw conflict('part', `${MAX_PROPOSALS} of your proposals wait already. Take one back, or wait for an answer.`)
  }
  const now = scope.core.clock.now().toISOString()
  const content = { part: proposal.part, conditionId, change: proposal.change, updatedAt: now }
  const { id } = replaced
    ? await HealthProposalModel.query(scope.trx).patchAndFetchById(replaced.id, content)
    : await HealthProposalModel.query(scope.trx).insert({
        ...content,
        studentId,
        proposedBy: user.id,
        proposedByName: user.name,
        createdAt: now,
      })
  await recordProposal(scope, studentId, 'health.proposed', 'Proposed a change of the health data')
  if (pending.length === 0) await mailProposal(scope, studentId)
  return { id }
}

/** Reports whether a proposal is about the same part; for new conditions, about the same name. */
function isSame(one: HealthProposalModel, { part, change }: NewProposal, conditionId: string | null): boolean {
  if (one.part !== part || one.conditionId !== conditionId) return false
  if (part !== 'conditions' || conditionId !== null) return true
  return fold((one.change as ProposedChange).name ?? '') === fold(change.name)
}

/** @throws not-found unless it is the caller's own, outdated (409) where it was answered meanwhile */
export async function withdrawProposal(scope: TenantScope, studentId: string, proposalId: string): Promise<void> {
  await requireStudent(scope, studentId)
  const { id } = await lockProposal(scope, studentId, proposalId, { isOwn: true })
  await HealthProposalModel.query(scope.trx)
    .findById(id)
    .patch({ status: 'withdrawn', updatedAt: scope.core.clock.now().toISOString() })
  await recordProposal(scope, studentId, 'health.proposal-withdrawn', 'Took back a proposal for the health data')
}

/**
 * Approves a proposal, which changes the student's health at once, or rejects it.
 * @throws not-found, outdated (409) where another user has answered it, or the guardian has withdrawn it
 */
export async function decideProposal(
  scope: TenantScope,
  studentId: string,
  proposalId: string,
  { isApproved, answer }: Decision,
): Promise<void> {
  await requireStudent(scope, studentId)
  await requireOpened(scope, studentId, 'health')
  const proposal = await lockProposal(scope, studentId, proposalId)
  if (isApproved) await apply(scope, proposal)
  const now = scope.core.clock.now().toISOString()
  await HealthProposalModel.query(scope.trx)
    .findById(proposalId)
    .patch({
      status: isApproved ? 'approved' : 'declined',
      answer,
      decidedByName: scope.actor.user?.name ?? null,
      decidedAt: now,
      updatedAt: now,
    })
  const action = isApproved ? 'health.proposal-approved' : 'health.proposal-declined'
  const did = isApproved ? 'Approved' : 'Declined'
  await recordProposal(scope, studentId, action, `${did} what a guardian proposed for the health data`)
}

/** Locks a pending proposal until the commit. */
async function lockProposal(
  scope: TenantScope,
  studentId: string,
  proposalId: string,
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<HealthProposalModel> {
  await lockHealth(scope, studentId)
  const found = await HealthProposalModel.query(scope.trx).findOne({ id: proposalId, studentId })
  if (!found || (isOwn && found.proposedBy !== scope.actor.user?.id)) throw notFound('Proposal')
  if (found.status === 'pending') return found
  throw new AppError('conflict', 409, 'This proposal has been answered or taken back in the meantime.')
}

/** Applies a proposal. Where two guardians propose the same new allergy, the second one's text replaces the first's. */
async function apply(scope: TenantScope, { studentId, part, conditionId, change }: HealthProposalModel): Promise<void> {
  if (part !== 'conditions') {
    await saveHealth(scope, studentId, change)
    return
  }
  const { hasEnded = false } = change as ProposedChange
  const proposed = newCondition.parse(change)
  const present = conditionId ?? (await findSimilarCondition(scope, studentId, proposed))
  if (present) await updateCondition(scope, studentId, present, { ...proposed, hasEnded })
  else await addCondition(scope, studentId, proposed)
}

async function recordProposal(scope: TenantScope, studentId: string, action: string, did: string): Promise<void> {
  await record(scope, {
    action,
    category: 'account',
    description: `${did} of ${referTo('student', studentId)}`,
    resource: 'student',
    resourceId: studentId,
  })
}
