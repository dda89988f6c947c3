/** '$1,250.00'. `amount` in units of the currency as it travels, 29.5 for $29.50. @param decimals 2 unless said otherwise */
export function formatMoney(amount: number, currency = 'USD', decimals = 2): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount)
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
