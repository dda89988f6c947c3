import type { TenantScope } from '#core/server/core.ts'
import { AppError, forbidden } from '#core/server/errors.ts'
import { linkGuardian } from '../../../base/families/server/links.ts'
import { findOrInvite } from '../../../base/people/server/accounts.ts'
import { isAdmin } from '../../../shared/server/roles.ts'
import type { NewGuardian, NewStudent } from '../contract.ts'

/**
 * Links the first guardian of a new student: an existing user, or one who is found by email address or added.
 * @throws forbidden when a user other than an admin invites, invalid or conflict at `parentUserId` or `guardian.email`
 */
export async function addGuardian(
  scope: TenantScope,
  studentId: string,
  { parentUserId, guardian }: Pick<NewStudent, 'parentUserId' | 'guardian'>,
): Promise<void> {
  if (parentUserId) {
    await mapErrors({ userId: 'parentUserId' }, () => linkGuardian(scope, studentId, { userId: parentUserId }))
  }
  if (!guardian) return
  const { id: userId } = await mapErrors({ email: 'guardian.email' }, () => findOrAddGuardian(scope, guardian))
  const { relationship } = guardian
  await linkGuardian(scope, studentId, { userId, ...(relationship ? { relationship } : {}) })
}

function findOrAddGuardian(
  scope: TenantScope,
  { firstName, lastName, email, invite }: NewGuardian,
): Promise<{ id: string }> {
  if (invite && !isAdmin(scope)) throw forbidden('Only admins invite guardians')
  return findOrInvite(scope, 'parent', { firstName, lastName, email: email || undefined, invite })
}

/** Maps errors at another endpoint's fields to this one's. */
async function mapErrors<Answer>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([name, message]) => [names[name] ?? name, message])
    throw new AppError(error.code, error.status, error.message, { fields: Object.fromEntries(fields), cause: error })
  }
}
