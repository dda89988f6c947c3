import { secondFactorContract } from '#core/contract/second-factor.ts'
import type { User } from '#core/contract/identity.ts'
import { record } from '../../audit.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { mount, signedIn } from '../../http/mount.ts'
import { startSession, userOf } from '../sign-in.ts'
import { accountById } from '../users.ts'
import { confirm, startConfirmation } from './confirmation.ts'
import { confirmedUntil } from './require-confirmation.ts'
import { accountToChange, secondFactorsOf } from './factors.ts'
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { renamePasskey } from './passkeys.ts'
import { completeSecondStep, startSecondStepPasskey } from './second-step.ts'
import { addApp, addPasskey, renewRecoveryCodes, startApp, startPasskey, deleteApp, deletePasskey } from './set-up.ts'
import { UserModel } from '../user.ts'

export const mountedSecondFactor = mount(secondFactorContract, {
  startPasskeySignIn: ({ core, http }) => startPasskeySignIn(core, http),
  signInWithPasskey: async ({ core, http }, body) =>
    startSession(core, http, await signInWithPasskey(core, http, body.response)),
  startSecondStepPasskey: ({ core, http }) => startSecondStepPasskey(core, http),
  completeSecondStep: async ({ core, http }, body) =>
    startSession(core, http, await completeSecondStep(core, http, body)),

  secondFactors: ({ core, http }) =>
    core.db.platform(http.actor, async (scope) => {
      const account = await accountById(scope, signedIn(http).user.id)
      if (!account) throw notFound('User')
      return secondFactorsOf(scope, account)
    }),
  declineSecondFactor: ({ core, http }) => decline(core, http),

  startApp: ({ core, http }) => startApp(core, http),
  addApp: ({ core, http }, body) => addApp(core, http, body),
  removeApp: ({ core, http }) => deleteApp(core, http),

  startPasskey: ({ core, http }) => startPasskey(core, http),
  addPasskey: ({ core, http }, body) => addPasskey(core, http, body),
  renamePasskey: ({ core, http }, id, body) =>
    core.db.platform(http.actor, async (scope) => {
      const { user } = signedIn(http)
      const passkey = await renamePasskey(scope, user.id, id, body.name)
      await record(scope, {
        action: 'auth.passkey-renamed',
        category: 'account',
        description: `Renamed a passkey to ${body.name}`,
        resource: 'user',
        resourceId: user.id,
        tenantId: user.tenantId,
      })
      return passkey
    }),
  removePasskey: ({ core, http }, id) => deletePasskey(core, http, id),
  renewRecoveryCodes: ({ core, http }) => renewRecoveryCodes(core, http),

  recentConfirmation: async ({ http }) => ({ until: confirmedUntil(signedIn(http).confirmedAt).toISOString() }),
  startConfirmation: ({ core, http }) => startConfirmation(core, http),
  confirm: ({ core, http }, body) => confirm(core, http, body),
})

async function decline(core: Core, http: Http): Promise<User> {
  const { user } = signedIn(http)
  return core.db.platform(http.actor, async (scope) => {
    await UserModel.query(scope.trx).findById(user.id).patch({ secondFactorDeclinedAt: core.clock.now().toISOString() })
    await core.invalidations.announce(scope, 'user', user.id)
    await record(scope, {
      action: 'auth.second-factor-declined',
      category: 'account',
      description: 'Does not want to be offered two-step verification again',
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
    })
    return userOf(await accountToChange(scope, user.id))
  })
}
