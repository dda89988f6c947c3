import { fold } from '../../contract/fold.ts'
import { networkOf } from '../http/client.ts'

/** A sign-in attempt. Accounts with the same address may belong to one person, so their attempts are counted together. */
export interface Attempt {
  /** The email address or sign-in name, folded, independent of the host: a super admin can sign in on all hosts. */
  account: string
  network: string
  /** Organization of the host. */
  tenantId: string | null
}

export function attemptOf(email: string, ipAddress: string | null, tenantId: string | null): Attempt {
  return { account: fold(email), network: networkOf(ipAddress ?? ''), tenantId }
}
