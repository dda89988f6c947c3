import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Unscoped } from '../../http/mount.ts'
import { unseal } from '../../secrets.ts'
import { openSecret, takeChallenge } from '../second-factor/challenges.ts'
import { SsoEnd } from './flow.ts'
import { enter, openChoice, signInPage } from './sign-in.ts'

const choiceOver = () =>
  new AppError('identity.sign-in-again', 401, 'This took too long, or was done already. Please sign in again.')

function readChoice({ env }: Core, sealed: Buffer | null | undefined) {
  const text = sealed && unseal(env.sessionKey, sealed)
  if (!text) throw choiceOver()
  return openChoice.parse(JSON.parse(text))
}

/** @throws identity.sign-in-again 401 where no choice is open in this browser */
export async function getSsoChoice({ core, http }: Unscoped) {
  const token = http.request.session.get('sso') ?? ''
  const sealed = await core.db.platform(http.actor, (scope) =>
    openSecret(scope, token, { purpose: 'sso-choice', host: http.host }),
  )
  return { organizations: readChoice(core, sealed).organizations }
}

/** @throws identity.sign-in-again 401 where no choice is open in this browser, or the organization is none of it */
export async function chooseSsoOrganization({ core, http }: Unscoped, { tenantId }: { tenantId: string | null }) {
  const token = http.request.session.get('sso') ?? ''
  http.request.session.set('sso', undefined)
  const taken = await core.db.platform(http.actor, (scope) =>
    takeChallenge(scope, token, { purpose: 'sso-choice', host: http.host }),
  )
  const { providerId, person, next, organizations } = readChoice(core, taken?.secret)
  const provider = await core.signInProviders.find(providerId)
  if (!provider || !organizations.some((one) => one.tenantId === tenantId)) throw choiceOver()
  try {
    return { path: await enter(core, http, { provider, person, next, destination: { tenantId } }) }
  } catch (error) {
    if (!(error instanceof SsoEnd)) throw error
    return { path: signInPage(error.outcome) }
  }
}
