/**
 * Decimals of the currencies that do not have two, by ISO 4217. A list, since the one of ICU is another in each version
 * and leaves out the decimals that are rare in shops, as those of HUF.
 */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
])

/** The number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2

/** The codes of ISO 4217 in their order. */
export const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency')

/** An amount as people read it: `$1,049.00`, `¥1,079`. @param decimals those of the currency by default */
export function formatMoney(value: number, code: string, decimals = decimalsOf(code)): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)
}
