import { fold } from '../../contract/fold.ts'
import { networkOf } from '../http/client.ts'

/** A try to sign in. Several accounts may have one address and belong to one person, so that they count as one. */
export interface Attempt {
  /** The email address or sign-in name, folded, whatever the host: a super admin's can be tried on all of them. */
  account: string
  network: string
  /** The organization of the host. */
  tenantId: string | null
}

export function attemptOf(email: string, ipAddress: string | null, tenantId: string | null): Attempt {
  return { account: fold(email), network: networkOf(ipAddress ?? ''), tenantId }
}
