import { decimalsOf, formatMoney as format } from '#core/contract/currencies.ts'
import { listText } from '#core/contract/list-text.ts'

/** '$1,250.00'. `amount` as it travels, 29.5 for $29.50. @param decimals those of the currency by default */
export function formatMoney(amount: number, currency = 'USD', decimals = decimalsOf(currency)): string {
  return format(amount, currency, decimals)
}

/** '$1,250.00 and €300.00': amounts of several currencies, which have no sum. */
export function formatAmounts(amounts: readonly { amount: number; currency: string }[], decimals?: number): string {
  return listText(amounts.map(({ amount, currency }) => formatMoney(amount, currency, decimals)))
}

/** Props of a number field for amounts of a currency. */
export function amountFormat(currency: string) {
  const decimals = decimalsOf(currency)
  return {
    step: 10 ** -decimals,
    formatOptions: { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    placeholder: (0).toFixed(decimals),
  }
}

interface Price {
  price: number
  currency: string
  billingInterval: 'monthly' | 'yearly'
}

/** '/month' or '/year'. */
export function perInterval(billingInterval: Price['billingInterval']): string {
  return billingInterval === 'monthly' ? '/month' : '/year'
}

/** '$29.00/month'. */
export function formatPrice({ price, currency, billingInterval }: Price): string {
  return `${formatMoney(price, currency)}${perInterval(billingInterval)}`
}
