import type { Scope } from '#core/server/core.ts'
import { billingSettings } from '../../contract.ts'
import type { Seller } from './invoice-pdf.ts'

/** Returns the platform as the issuer of an invoice, by its settings of now. */
export async function currentSeller({ core }: Scope): Promise<Seller> {
  const [{ platformName }, { invoiceAddress, taxNumber }] = await Promise.all([
    core.settings.current(),
    core.settings.of(billingSettings),
  ])
  return { name: platformName, address: invoiceAddress, taxNumber }
}
