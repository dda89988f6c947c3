import { decimalsOf, formatMoney } from '#core/contract/currencies.ts'
import { fromMinorUnits, toMinorUnits } from '#core/contract/money.ts'

/**
 * A whole number of minor units of a currency. Its number is private, so that `+` does not compile: amounts are added by
 * `sums` alone, which has one for each currency, and what compares or subtracts refuses another currency.
 */
export class Money {
  readonly #minor: number
  readonly currency: string

  private constructor(minor: number, currency: string) {
    this.#minor = minor
    this.currency = currency
  }

  static ofMinor(minor: number, currency: string): Money {
    return new Money(minor, currency)
  }

  /** Reads an amount as it is sent, or a decimal that the database answers. */
  static of(amount: number | string, currency: string): Money {
    return new Money(toMinorUnits(Number(amount), currency), currency)
  }

  /** One sum for each currency, in the order in which the currencies come first. */
  static sums(amounts: readonly Money[]): Money[] {
    const groups = [...Map.groupBy(amounts, ({ currency }) => currency)]
    return groups.map(
      ([currency, of]) =>
        new Money(
          of.reduce((sum, one) => sum + one.#minor, 0),
          currency,
        ),
    )
  }

  get isZero(): boolean {
    return this.#minor === 0
  }

  /** In the form that is sent. */
  get amount(): number {
    return fromMinorUnits(this.#minor, this.currency)
  }

  /** Text that the database reads as a decimal: `1049.00`. */
  get decimal(): string {
    const decimals = decimalsOf(this.currency)
    const digits = String(Math.abs(this.#minor)).padStart(decimals + 1, '0')
    const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
    return `${this.#minor < 0 ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction}`
  }

  /** Formatted: `$1,049.00`. */
  toString(): string {
    return formatMoney(this.amount, this.currency)
  }

  /** @throws RangeError for another currency */
  minus(other: Money): Money {
    return new Money(this.#minor - this.#inMine(other), this.currency)
  }

  /** Negative where the other one is more. @throws RangeError for another currency */
  compare(other: Money): number {
    return this.#minor - this.#inMine(other)
  }

  /** The smaller one. @throws RangeError for another currency */
  atMost(other: Money): Money {
    return this.compare(other) <= 0 ? this : other
  }

  /** With a tax on it. @param ratePercent with at most three decimals */
  taxed(ratePercent: number): { subtotal: Money; tax: Money; total: Money } {
    const tax = this.share(Math.round(ratePercent * 1000), 100_000)
    return { subtotal: this, tax, total: new Money(this.#minor + tax.#minor, this.currency) }
  }

  /** `part` of `whole`, a half rounded up. Reckoned in whole numbers, however large. */
  share(part: number, whole: number): Money {
    const [twice, of] = [2n * BigInt(this.#minor) * BigInt(part), 2n * BigInt(whole)]
    return new Money(Number((twice + BigInt(whole)) / of), this.currency)
  }

  #inMine(other: Money): number {
    if (other.currency !== this.currency) throw new RangeError(`${other.currency} is not ${this.currency}`)
    return other.#minor
  }
}
