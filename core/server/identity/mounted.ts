import { mountedApiTokens } from './api-tokens/routes.ts'
import { mountedHandOver } from './hand-over/hand-over.ts'
import { mountedSwitch } from './hand-over/switch.ts'
import { mountedInvitations } from './invitation-acceptance.ts'
import { mountedIdentity } from './routes.ts'
import { mountedSecondFactor } from './second-factor/routes.ts'
import { mountedSso } from './single-sign-on/routes.ts'

/** All calls about who people are and how they sign in. */
export const mountedSignIn = [
  mountedIdentity,
  mountedHandOver,
  mountedSwitch,
  mountedInvitations,
  mountedSecondFactor,
  mountedApiTokens,
  mountedSso,
] as const
