import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import type { OwnHandIn } from '../contract.ts'
import { HandInMemberModel, HandInModel } from './hand-in.ts'
import {
  addMember,
  beginHandIn,
  findHandIn,
  lockOwnSubmission,
  lockHandIn,
  listMembers,
  type LockedSubmission,
} from './lock-submission.ts'
import { toOwnHandIn } from './read-hand-in.ts'
import { normalizeTeamCode } from './team-code.ts'

/** Finds the people whom a learner must not meet; undefined while that plugin is off. */
type Separation = Pick<TenantAppServices, 'holdSeparatedFromCaller'> | undefined

/** @throws not-found if every learner works alone */
async function lockTeamwork(scope: TenantScope, lessonId: string): Promise<LockedSubmission> {
  const held = await lockOwnSubmission(scope, lessonId)
  if (held.teamSize === 1) throw notFound('Team')
  return held
}

/**
 * Joins the team with a code; the caller's own draft is deleted.
 * @throws invalid (400) at `code` if no team of the lesson has it, it is full, or a member must not meet the caller,
 * hand-in.handed-in (409) if the caller or the team has submitted, not-found, forbidden (403)
 */
export async function joinTeam(
  scope: TenantScope,
  lessonId: string,
  code: string,
  people: Separation,
): Promise<OwnHandIn> {
  const held = await lockTeamwork(scope, lessonId)
  const before = await findHandIn(scope, held)
  const found = await HandInModel.query(scope.trx).findOne({
    tenantId: scope.tenantId,
    teamCode: normalizeTeamCode(code),
    lessonId,
  })
  if (!found) throw invalidField('code', 'No team has this code')
  if (found.id === before?.id) return toOwnHandIn(scope, held, found)
  if (before && before.number > 0) {
    throw new AppError('hand-in.handed-in', 409, 'You have submitted work: leave your team first.')
  }
  const team = await lockHandIn(scope, found.id)
  const members = await listMembers(scope, team.id)
  // The team was deleted meanwhile, with its last member.
  if (members.length === 0) throw invalidField('code', 'No team has this code')
  // Neither of the two learns from a refusal that the other is in the team.
  const separated = new Set(await people?.holdSeparatedFromCaller(scope))
  if (members.some(({ userId }) => separated.has(userId))) throw invalidField('code', 'No team has this code')
  // The caller would get a grade for work that is not theirs.
  if (team.number > 0) throw new AppError('hand-in.handed-in', 409, 'This team has already submitted.')
  if (members.length >= held.teamSize) throw invalidField('code', 'This team is full')
  if (before) await forgetMembership(scope, held, before.id)
  await addMember(scope, held, team.id)
  return toOwnHandIn(scope, held, team)
}

/**
 * Leaves the team, which keeps its draft and submissions.
 * @throws hand-in.last-of-team (409) for its last member, not-found, forbidden (403)
 */
export async function leaveTeam(scope: TenantScope, lessonId: string): Promise<OwnHandIn> {
  const held = await lockTeamwork(scope, lessonId)
  const found = await findHandIn(scope, held)
  if (!found) throw notFound('Team')
  await lockHandIn(scope, found.id)
  if ((await listMembers(scope, found.id)).length === 1) {
    throw new AppError('hand-in.last-of-team', 409, 'Your team has no other members.')
  }
  await forgetMembership(scope, held, found.id)
  return toOwnHandIn(scope, held, await beginHandIn(scope, held))
}

const forgetMembership = (scope: TenantScope, { enrollmentId }: LockedSubmission, handInId: string) =>
  HandInMemberModel.query(scope.trx)
    .where({ tenantId: scope.tenantId, handInId, enrollmentId, userId: callerOf(scope).caller })
    .delete()
