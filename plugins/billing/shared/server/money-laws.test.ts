import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyCodes, decimalsOf } from '#core/contract/currencies.ts'
import { assertLaw } from '#core/testing/laws.ts'
import { Money } from './money.ts'

const minors = fc.integer({ min: 0, max: 99_999_999_999 })
const codes = fc.constantFrom(...currencyCodes)

test('tax is exact to the minor unit, a half rounded up, for rates of three decimals', () => {
  assertLaw(
    fc.property(minors, codes, fc.integer({ min: 0, max: 100_000 }), (minor, currency, thousandths) => {
      const { subtotal, tax, total } = Money.ofMinor(minor, currency).taxed(thousandths / 1000)
      const exact = (BigInt(minor) * BigInt(thousandths) * 2n + 100_000n) / 200_000n
      expect(tax).toEqual(Money.ofMinor(Number(exact), currency))
      expect(total.minus(tax).compare(subtotal)).toBe(0)
    }),
  )
})

test('an amount has the decimals of its currency, and is the same again after the database and after a call', () => {
  assertLaw(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), codes, (minor, currency) => {
      const money = Money.ofMinor(minor, currency)
      expect(money.decimal.split('.')[1]?.length ?? 0).toBe(decimalsOf(currency))
      expect(BigInt(money.decimal.replace('.', ''))).toBe(BigInt(minor))
      expect(Money.of(money.decimal, currency).compare(money)).toBe(0)
      expect(Money.of(money.amount, currency).compare(money)).toBe(0)
    }),
  )
})

test('amounts of several currencies have a sum in each of them', () => {
  assertLaw(
    fc.property(fc.array(fc.tuple(minors, fc.constantFrom('EUR', 'JPY', 'KWD'))), (given) => {
      const sums = Money.sums(given.map(([minor, currency]) => Money.ofMinor(minor, currency)))
      for (const sum of sums) {
        const own = given.filter(([, currency]) => currency === sum.currency)
        expect(
          sum.compare(
            Money.ofMinor(
              own.reduce((all, [minor]) => all + minor, 0),
              sum.currency,
            ),
          ),
        ).toBe(0)
      }
      expect(sums).toHaveLength(new Set(given.map(([, currency]) => currency)).size)
    }),
  )
})

test('amounts of two currencies are neither compared nor subtracted', () => {
  const [euro, yen] = [Money.of(1, 'EUR'), Money.of(1, 'JPY')]
  for (const reckon of [() => euro.minus(yen), () => euro.compare(yen), () => euro.atMost(yen)]) {
    expect(reckon).toThrow(RangeError)
  }
})

test('amounts are written as their currency is', () => {
  expect(
    [Money.of(1049, 'USD'), Money.of(1079, 'JPY'), Money.of('1.234', 'KWD'), Money.of(9.5, 'HUF')].map(String),
  ).toEqual(['$1,049.00', '¥1,079', 'KWD\u{a0}1.234', 'HUF\u{a0}9.50'])
})
