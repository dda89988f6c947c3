import type { PasskeyAttestation, PasskeyCreation } from '#core/contract/passkeys.ts'
import type { Core, PlatformScope } from '../../core.ts'
import { AppError, invalidField, notFound } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { signedIn } from '../../http/mount.ts'
import { readSettings } from '../../settings/settings.ts'
import { newAppSecret, readApp, removeApp, saveApp, sealApp, stepOf, unsealApp } from './authenticator-app.ts'
import { endChallenges, issueChallenge, storedSecret, type Occasion } from './challenges.ts'
import { accountToChange, afterRemoval, announceChange, distrustOtherSessions, firstRecoveryCodes } from './factors.ts'
import { credentialsOf, removePasskey, savePasskey } from './passkeys.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { creationFor, relyingParty, verifyNewPasskey } from './webauthn.ts'

/** Recovery codes, shown only this once; null when older ones stay valid. */
interface NewRecoveryCodes {
  recoveryCodes: string[] | null
}

const occasionOf = (http: Http, purpose: 'new-app' | 'new-passkey') => {
  const { id, user } = signedIn(http)
  return { purpose, host: http.host, userId: user.id, sessionId: id } satisfies Occasion
}

const refuseSecondApp = async (scope: PlatformScope, userId: string) => {
  if (!(await readApp(scope, userId))) return
  throw new AppError('identity.app-exists', 409, 'There is an authenticator app already. Remove it first.')
}

/** @throws identity.app-exists 409 */
export async function startApp(core: Core, http: Http): Promise<{ secret: string; uri: string }> {
  const occasion = occasionOf(http, 'new-app')
  const { user } = signedIn(http)
  return core.db.platform(http.actor, async (scope) => {
    await refuseSecondApp(scope, user.id)
    const { platformName } = await readSettings(scope)
    // One person may have accounts in several organizations, and the app lists them side by side.
    const app = newAppSecret(user.tenantName ?? platformName, user.email ?? user.username)
    await issueChallenge(scope, occasion, sealApp(scope, app.secret))
    return app
  })
}

/** @throws invalid at `code`, identity.app-exists 409, identity.begin-again 409 when the secret is older than 30 minutes */
export async function addApp(
  core: Core,
  http: Http,
  { code, endOtherSessions }: { code: string; endOtherSessions: boolean },
): Promise<NewRecoveryCodes> {
  const occasion = occasionOf(http, 'new-app')
  return core.db.platform(http.actor, async (scope) => {
    const account = await accountToChange(scope, occasion.userId)
    await refuseSecondApp(scope, account.id)
    const sealed = await storedSecret(scope, occasion)
    const secret = sealed && unsealApp(scope, sealed)
    if (!sealed || secret === undefined) {
      throw new AppError('identity.begin-again', 409, 'This took too long. Begin again with a new QR code.')
    }
    const step = stepOf(scope, secret, code)
    if (step === undefined) {
      throw invalidField('code', 'This is not the code of the app. Check that your phone shows the right time.')
    }
    await saveApp(scope, account, sealed, step)
    await endChallenges(scope, occasion)
    await distrustOtherSessions(scope, account, occasion.sessionId, endOtherSessions)
    const recoveryCodes = await firstRecoveryCodes(scope, account)
    await announceChange(scope, account, {
      action: 'auth.authenticator-app-added',
      description: 'Added an authenticator app',
      metadata: { endedOtherSessions: endOtherSessions },
      news: 'An authenticator app was added to your account',
    })
    return { recoveryCodes }
  })
}

/** @throws not-found, identity.second-factor-required 409 */
export async function deleteApp(core: Core, http: Http): Promise<void> {
  const { user } = signedIn(http)
  await core.db.platform(http.actor, async (scope) => {
    const account = await accountToChange(scope, user.id)
    if (!(await removeApp(scope, user.id))) throw notFound('Authenticator app')
    await afterRemoval(scope, account)
    await announceChange(scope, account, {
      action: 'auth.authenticator-app-removed',
      description: 'Removed the authenticator app',
      news: 'The authenticator app was removed from your account',
      severity: 'warning',
    })
  })
}

export async function startPasskey(core: Core, http: Http): Promise<PasskeyCreation> {
  const party = relyingParty(core, http)
  const occasion = occasionOf(http, 'new-passkey')
  const { user } = signedIn(http)
  return core.db.platform(http.actor, async (scope) => {
    const { platformName } = await readSettings(scope)
    const { credentialIds, userHandle } = await credentialsOf(scope, user.id)
    const challenge = await issueChallenge(scope, occasion, userHandle)
    return creationFor(party, platformName, challenge, {
      name: `${user.email ?? user.username} (${user.tenantName ?? platformName})`,
      displayName: `${user.firstName} ${user.lastName}`.trim(),
      userHandle,
      credentialIds,
    })
  })
}

/** @throws identity.passkey 400, identity.passkeys-full 409, conflict at `response` */
export async function addPasskey(
  core: Core,
  http: Http,
  { name, response, endOtherSessions }: { name: string; response: PasskeyAttestation; endOtherSessions: boolean },
): Promise<NewRecoveryCodes> {
  const made = await verifyNewPasskey(core, http, occasionOf(http, 'new-passkey'), response)
  const { id: sessionId, user } = signedIn(http)
  return core.db.platform(http.actor, async (scope) => {
    const account = await accountToChange(scope, user.id)
    await savePasskey(scope, account, { ...made, name })
    await distrustOtherSessions(scope, account, sessionId, endOtherSessions)
    const recoveryCodes = await firstRecoveryCodes(scope, account)
    await announceChange(scope, account, {
      action: 'auth.passkey-added',
      description: `Added the passkey ${name}`,
      metadata: { endedOtherSessions: endOtherSessions },
      news: 'A passkey was added to your account',
    })
    return { recoveryCodes }
  })
}

/** @throws not-found, identity.second-factor-required 409 */
export async function deletePasskey(core: Core, http: Http, id: string): Promise<void> {
  const { user } = signedIn(http)
  await core.db.platform(http.actor, async (scope) => {
    const account = await accountToChange(scope, user.id)
    const name = await removePasskey(scope, user.id, id)
    await afterRemoval(scope, account)
    await announceChange(scope, account, {
      action: 'auth.passkey-removed',
      description: `Removed the passkey ${name}`,
      news: 'A passkey was removed from your account',
      severity: 'warning',
    })
  })
}

/** @throws identity.no-second-factor 409 */
export async function renewRecoveryCodes(core: Core, http: Http): Promise<NewRecoveryCodes> {
  const { user } = signedIn(http)
  return core.db.platform(http.actor, async (scope) => {
    const account = await accountToChange(scope, user.id)
    if (account.secondFactor !== 'on') {
      throw new AppError('identity.no-second-factor', 409, 'Set up an authenticator app or a passkey first.')
    }
    const recoveryCodes = await makeRecoveryCodes(scope, account)
    await announceChange(scope, account, {
      action: 'auth.recovery-codes-made',
      description: 'Made new recovery codes',
      news: 'New recovery codes were made for your account; those from before no longer work',
    })
    return { recoveryCodes }
  })
}
