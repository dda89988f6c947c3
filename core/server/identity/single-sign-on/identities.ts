import { z } from 'zod'
import { ssoIdentity } from '#core/contract/single-sign-on.ts'
import { record } from '../../audit.ts'
import { statement } from '../../database/statement.ts'
import { AppError, notFound } from '../../errors.ts'
import { signedIn, type Unscoped } from '../../http/mount.ts'
import { hasPassword } from '../passwords.ts'
import { accountToChange, notifyOwner } from '../second-factor/factors.ts'

const selectIdentities = statement(
  ssoIdentity,
  `select i.id, p.name as "providerName", i.email, i.created_at as "createdAt", i.last_used_at as "lastUsedAt"
     from sso_identities i join sso_providers p on p.id = i.provider_id
    where i.user_id = $userId order by i.created_at, i.id limit 50`,
)

export async function listSsoIdentities({ core, http }: Unscoped) {
  const { user } = signedIn(http)
  return core.db.platform(http.actor, ({ rows }) => rows(selectIdentities, { userId: user.id }))
}

const deleteIdentity = statement(
  z.object({ providerId: z.string(), name: z.string() }),
  `delete from sso_identities i using sso_providers p where i.id = $id and i.user_id = $userId and p.id = i.provider_id
   returning i.provider_id as "providerId", p.name`,
)

const countWays = statement(
  z.object({ count: z.number() }),
  `select ((select count(*) from sso_identities where user_id = $userId)
         + (select count(*) from passkeys where user_id = $userId))::int as count`,
)

const deleteSessions = statement(
  z.object({ id: z.string() }),
  `with ended as (delete from auth_sessions where sso_identity_id = $id and id <> $sessionId returning id),
     devices as (delete from push_subscriptions where session_id in (select id from ended))
   select id from ended`,
)

/** @throws sso.last-way 409 where nothing else opens the account */
export async function unlinkSsoIdentity({ core, http }: Unscoped, id: string): Promise<void> {
  const { user, id: sessionId } = signedIn(http)
  await core.db.platform(http.actor, async (scope) => {
    const account = await accountToChange(scope, user.id)
    const [unlinked] = await scope.rows(deleteIdentity, { id, userId: user.id })
    if (!unlinked) throw notFound('Sign-in')
    const [ways] = await scope.rows(countWays, { userId: user.id })
    if (!hasPassword(account.passwordHash) && (ways?.count ?? 0) === 0)
      throw new AppError('sso.last-way', 409, 'Nothing else opens your account. Add a passkey first.')
    const ended = await scope.rows(deleteSessions, { id, sessionId })
    await core.invalidations.announceAll(
      scope,
      'session',
      ended.map((session) => session.id),
    )
    await notifyOwner(scope, account, `Your account is no longer linked with ${unlinked.name}`)
    await record(scope, {
      action: 'sso.unlinked',
      category: 'security',
      description: `Unlinked the sign-in with ${unlinked.name}`,
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
      metadata: { providerId: unlinked.providerId },
    })
  })
}
