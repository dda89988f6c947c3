import { z } from 'zod'
import { identityContract, signInNameParts, type User } from '#core/contract/identity.ts'
import { record } from '../audit.ts'
import type { PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { invalidField, notFound, unauthenticated } from '../errors.ts'
import { forgetSession, rememberSession, type Http } from '../http/context.ts'
import { mount, signedIn } from '../http/mount.ts'
import { confirmPassword } from './confirmation.ts'
import { verifyEmail } from './email-verification.ts'
import { setFirstPassword } from './first-password.ts'
import { requestLinks } from './mailed-links.ts'
import { changeOwnProfile } from './own-name.ts'
import { resetPassword } from './password-reset.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { askForSecondFactor } from './second-factor/begin.ts'
import { refuseUnconfirmed } from './second-factor/require-confirmation.ts'
import { refuseSignInName, signIn, startSession, userOf } from './sign-in.ts'
import { accountById, setPassword } from './users.ts'

/** The same whether there is such an account or not. */
const STAFF_RESETS_TEXT =
  'Passwords of accounts without an email address are set by the staff of your organization. Ask them for a new one.'

async function userById(scope: PlatformScope, id: string): Promise<User> {
  const account = await accountById(scope, id)
  if (!account) throw notFound('User')
  return userOf(account)
}

const selectDevices = statement(
  z.object({
    id: z.string(),
    userAgent: z.string(),
    ipAddress: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
    current: z.boolean(),
  }),
  `select id, user_agent as "userAgent", ip_address as "ipAddress", created_at as "createdAt", last_seen_at as "lastSeenAt",
                id = $2 as current
           from auth_sessions where user_id = $1 order by id = $2 desc, last_seen_at desc limit 100`,
)

export const mountedIdentity = mount(identityContract, {
  currentUser: async ({ http }) => signedIn(http).user,

  login: async ({ core, http }, body) => {
    const outcome = await signIn(core, http, body)
    if ('secondStep' in outcome) throw askForSecondFactor(http, outcome)
    return startSession(core, http, outcome)
  },

  logout: async ({ core, http }) => {
    const { session } = http
    forgetSession(http)
    // Without this, cached pages stay on a shared device. Choices such as the theme are no personal data.
    http.reply.header('clear-site-data', '"cache"')
    if (!session) return
    await core.db.platform(http.actor, async (scope) => {
      await core.sessions.end(scope, session.id, session.user.id)
      await record(scope, {
        action: 'auth.signed-out',
        category: 'auth',
        description: 'Signed out',
        resource: 'user',
        resourceId: session.user.id,
        tenantId: session.user.tenantId,
      })
    })
  },

  updateProfile: async (unscoped, body) => {
    const { user } = signedIn(unscoped.http)
    await changeOwnProfile(unscoped, user, body)
    return unscoped.core.db.platform(unscoped.http.actor, (scope) => userById(scope, user.id))
  },

  changePassword: async ({ core, http }, body) => {
    const { id: sessionId, user, confirmedAt } = signedIn(http)
    const account = await core.db.platform(http.actor, (scope) => accountById(scope, user.id))
    if (!account) throw unauthenticated()
    // For an account with a second factor, the current password is only half of a sign-in.
    if (account.secondFactor === 'on') refuseUnconfirmed(core.clock, confirmedAt)
    checkNewPassword(body.password, await core.settings.current(), account)
    const wrong = invalidField('currentPassword', 'This is not your current password')
    await confirmPassword(core, http, account, body.currentPassword, wrong)
    if (body.currentPassword === body.password)
      throw invalidField('password', 'Choose a password that you have not used here before')
    const hash = await hashPassword(body.password)
    const { changed, token } = await core.db.platform(http.actor, async (scope) => {
      await setPassword(scope, user.id, { hash }, { keepSessionId: sessionId })
      await record(scope, {
        action: 'auth.password-changed',
        category: 'security',
        description: 'Changed the own password',
        resource: 'user',
        resourceId: user.id,
        tenantId: user.tenantId,
      })
      return { changed: await userById(scope, user.id), token: await core.sessions.renew(scope, sessionId) }
    })
    rememberSession(http, token)
    return changed
  },

  setFirstPassword: async (unscoped, body) => {
    const { user, token } = await setFirstPassword(unscoped, body)
    rememberSession(unscoped.http, token)
    return user
  },

  listDevices: async ({ core, http }) => {
    const { id: sessionId, user } = signedIn(http)
    return core.db.platform(http.actor, ({ rows }) => rows(selectDevices, [user.id, sessionId]))
  },

  signOutDevice: async ({ core, http }, id) => {
    const { user } = signedIn(http)
    await core.db.platform(http.actor, async (scope) => {
      if (!(await core.sessions.end(scope, id, user.id))) throw notFound('Device')
      await record(scope, {
        action: 'auth.device-signed-out',
        category: 'security',
        description: 'Signed a device out',
        resource: 'auth_session',
        resourceId: id,
        tenantId: user.tenantId,
      })
    })
    endCookieOf(http, id)
  },

  forgotPassword: async ({ core, http }, body) => {
    refuseSignInName(http.host, body.email)
    await requestLinks(core, http, 'password', body.email)
    if (signInNameParts(body.email)) return { message: STAFF_RESETS_TEXT }
    const { mailHost, supportEmail } = await core.settings.current()
    // Independent of the address: the answer depends on the platform only.
    if (!mailHost) {
      return {
        message: `Not sent: no mail server. Ask your organization for a temporary password, or write to ${supportEmail}.`,
      }
    }
    return { message: 'If there is an account with this address, a link to set a new password is on its way.' }
  },

  resetPassword: async ({ core, http }, body) => {
    await resetPassword(core, http.actor, body.token, body.password)
    return { message: 'Your password has been changed. Sign in with the new one.' }
  },

  sendVerification: async ({ core, http }, body) => {
    await requestLinks(core, http, 'verification', body.email)
    const { mailHost, supportEmail } = await core.settings.current()
    if (!mailHost) return { message: `Not sent: no mail server. Please write to ${supportEmail}.` }
    return { message: 'If this address still has to be verified, a link is on its way.' }
  },

  verifyEmail: async ({ core, http }, body) => {
    await verifyEmail(core, http.actor, body.token)
    return { message: 'Your email address is verified. You can sign in now.' }
  },
})

function endCookieOf(http: Http, sessionId: string): void {
  if (http.session?.id === sessionId) forgetSession(http)
}
