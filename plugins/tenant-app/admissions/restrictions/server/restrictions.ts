import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField, notFound } from '#core/server/errors.ts'
import { nextVersion } from '#core/server/versions.ts'
import { GuardianLinkModel } from '../../../base/families/server/guardian-link.ts'
import { recordGuardianChange } from '../../../base/families/server/guardians.ts'
import { lockGuardians } from '../../../base/families/server/links.ts'
import { announceSeparation } from '../../../base/families/server/separation.ts'
import type { ViewReason } from '../../../base/ledger/contract.ts'
import { recordView } from '../../../base/ledger/server/views.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { restriction, type NewRestriction, type Restriction } from '../contract.ts'
import { RestrictionModel } from './restriction.ts'

interface OfGuardian {
  studentId: string
  /** Id of the link between the guardian and the student. */
  guardianId: string
}

const selectRestrictions = statement(
  restriction,
  `select id, kind, document_date as "documentDate", review_on as "reviewOn",
      lifted_at is null and coalesce(review_on <= $today::date, false) as "isReviewDue", notes,
      verified_by as "verifiedBy", created_at as "createdAt", lifted_at as "liftedAt", lifted_by as "liftedBy"
    from guardian_restrictions where parent_student_id = $guardianId
    order by lifted_at is not null, created_at desc, id desc limit 50`,
)

/**
 * Lists a guardian's restrictions, including lifted ones, and records the view in the same transaction.
 * @throws not-found, invalid at `words` where a super admin gives no reason
 */
export async function viewRestrictions(
  scope: TenantScope,
  { studentId, guardianId }: OfGuardian,
  reason: ViewReason,
): Promise<Restriction[]> {
  await linkOf(scope, { studentId, guardianId })
  await recordView(scope, { studentId, what: 'restrictions', reason })
  return scope.rows(selectRestrictions, { guardianId, today: await getLocalDay(scope) })
}

/**
 * Suspends a guardian's rights over a child until an admin lifts the restriction, even past its review day.
 * @throws not-found, forbidden for platform staff who have not opened the restrictions, conflict at `kind` where one is in
 *   force already, invalid at `documentDate` for a future day
 */
export async function restrictGuardian(scope: TenantScope, of: OfGuardian, input: NewRestriction): Promise<void> {
  await requireOpened(scope, of.studentId, 'restrictions')
  if (input.documentDate !== null && input.documentDate > (await getLocalDay(scope))) {
    throw invalidField('documentDate', 'Enter today or an earlier day')
  }
  await lockGuardians(scope, of.studentId)
  const link = await linkOf(scope, of)
  if (link.isRestricted) throw conflict('kind', 'This guardian is restricted already. Lift that first.')
  const createdAt = scope.core.clock.now().toISOString()
  await RestrictionModel.query(scope.trx).insert({ ...input, parentStudentId: link.id, createdAt })
  await markLink(scope, link, true)
  await announceSeparation(scope, of.studentId, link.parentId)
  await recordGuardianChange(scope, of.studentId, of.guardianId, ['maySee', 'mayBeTold', 'mayCollect'])
}

/** @throws not-found where no restriction is in force, forbidden for platform staff who have not opened the restrictions */
export async function liftRestriction(scope: TenantScope, of: OfGuardian): Promise<void> {
  await requireOpened(scope, of.studentId, 'restrictions')
  await lockGuardians(scope, of.studentId)
  const link = await linkOf(scope, of)
  const lifted = await RestrictionModel.query(scope.trx)
    .where({ parentStudentId: link.id })
    .whereNull('liftedAt')
    .patch({ liftedAt: scope.core.clock.now().toISOString(), liftedBy: scope.actor.user?.name ?? '' })
  if (lifted === 0) throw notFound('Restriction')
  await markLink(scope, link, false)
  await recordGuardianChange(scope, of.studentId, of.guardianId, ['maySee', 'mayBeTold', 'mayCollect'])
}

async function linkOf({ trx }: TenantScope, { studentId, guardianId }: OfGuardian): Promise<GuardianLinkModel> {
  const link = await GuardianLinkModel.query(trx).findOne({ id: guardianId, studentId })
  if (!link) throw notFound('Guardian')
  return link
}

/** Marks the link as restricted: the policies of all that guardians see check the link only. */
async function markLink(
  scope: TenantScope,
  { id, updatedAt }: GuardianLinkModel,
  isRestricted: boolean,
): Promise<void> {
  await GuardianLinkModel.query(scope.trx)
    .findById(id)
    .patch({ isRestricted, updatedAt: nextVersion(scope.core.clock, updatedAt) })
}
