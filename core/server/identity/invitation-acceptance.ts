import { z } from 'zod'
import { invitationsContract, type invitationAcceptance, type OpenInvitation } from '#core/contract/invitations.ts'
import { record, referTo } from '../audit.ts'
import type { PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { AppError } from '../errors.ts'
import { mount, type Unscoped } from '../http/mount.ts'
import { markVerified } from './email-verification.ts'
import { hashOfToken } from './invitations.ts'
import { refuseRoleNames } from './own-name.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { maySignIn, openSession, refuseClosed, startSession, type SignedIn } from './sign-in.ts'
import { accountById, setPassword, type Account } from './users.ts'
import { UserModel } from './user.ts'

const invitationRefused = (code: string, message: string) => new AppError(`identity.invitation-${code}`, 400, message)

const selectInvitation = statement(
  z.object({ userId: z.string(), isUsed: z.boolean(), isExpired: z.boolean() }),
  `select i.user_id as "userId", i.accepted_at is not null as "isUsed", i.expires_at <= $2 as "isExpired"
     from invitations i where i.token_hash = $1 or i.earlier_hashes @> array[$1::bytea]`,
)

/**
 * @throws identity.invitation-void 400 for a link that was replaced or revoked, identity.invitation-used 400,
 *   identity.invitation-expired 400
 */
async function invitedBy(scope: PlatformScope, { http }: Unscoped, token: string): Promise<Account> {
  const [found] = await scope.rows(selectInvitation, [hashOfToken(token), scope.core.clock.now().toISOString()])
  const account = found && (await accountById(scope, found.userId))
  if (!account || !maySignIn(account, http.host)) {
    throw invitationRefused('void', 'This invitation is no longer valid. Use the newest one, or ask for another.')
  }
  if (found.isUsed || account.passwordHash !== null) {
    throw invitationRefused('used', 'This invitation has been used already. Sign in with your password.')
  }
  if (found.isExpired) {
    throw invitationRefused(
      'expired',
      `This invitation has expired. Ask ${account.tenantName} to send you another one.`,
    )
  }
  return account
}

function readInvitation(unscoped: Unscoped, token: string): Promise<OpenInvitation> {
  const { core, http } = unscoped
  return core.db.platform(http.actor, async (scope) => {
    const { firstName, lastName, email, role, tenantName } = await invitedBy(scope, unscoped, token)
    return { firstName, lastName, email: email ?? '', role, tenantName: tenantName ?? '' }
  })
}

// Locks the user before the invitation, as revoking does, so that the two cannot deadlock.
const lockUser = statement('select from users where id = $1 for no key update')

const updateAcceptedAt = statement('update invitations set accepted_at = $2 where user_id = $1')

/**
 * Opens the account and signs the user in: opening the emailed link proves the address.
 * @throws the errors of `invitedBy`; invalid at `password`; tenant.suspended 403, tenant.inactive 403; busy 503
 */
async function acceptInvitation(
  unscoped: Unscoped,
  { token, calledName = '', password }: z.output<typeof invitationAcceptance>,
): Promise<SignedIn> {
  const { core, http } = unscoped
  const account = await core.db.platform(http.actor, (scope) => invitedBy(scope, unscoped, token))
  await refuseClosed(core, http.actor, { ...account, emailVerified: true })
  checkNewPassword(password, await core.settings.current(), account)
  const called = calledName === '' || calledName === account.firstName ? null : calledName
  await refuseRoleNames(core, account, { calledName: called })
  const hash = await hashPassword(password)
  return core.db.platform(http.actor, async (scope) => {
    // The row lock makes the second of two concurrent uses wait, and then find the link used.
    await scope.rows(lockUser, [account.id])
    await invitedBy(scope, unscoped, token)
    await scope.rows(updateAcceptedAt, [account.id, core.clock.now().toISOString()])
    await setPassword(scope, account.id, { hash }, { isProven: true })
    await UserModel.query(scope.trx).findById(account.id).patch({ calledName: called })
    await markVerified(scope, account.id)
    await record(scope, {
      action: 'user.invitation-accepted',
      category: 'account',
      description: `${referTo('user', account.id)} accepted the invitation`,
      resource: 'user',
      resourceId: account.id,
      tenantId: account.tenantId,
    })
    return openSession(scope, http.host, account.id, 'password')
  })
}

export const mountedInvitations = mount(invitationsContract, {
  readInvitation: (unscoped, body) => readInvitation(unscoped, body.token),
  acceptInvitation: async (unscoped, body) =>
    startSession(unscoped.core, unscoped.http, await acceptInvitation(unscoped, body)),
})
