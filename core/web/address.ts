/** Reads one search parameter of a page from its raw value; undefined when the value is not valid. */
type Reads<T> = (given: unknown) => T | undefined

type AddressOf<Shape extends Record<string, Reads<unknown>>> = {
  [Name in keyof Shape]?: NonNullable<ReturnType<Shape[Name]>> | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const calendarDay = /^\d{4}-\d{2}-\d{2}$/

const matchPattern =
  (shape: RegExp): Reads<string> =>
  (given) =>
    typeof given === 'string' && shape.test(given) ? given : undefined

/** A whole number in these bounds, both included. */
const whole =
  (min: number, max: number): Reads<number> =>
  (given) =>
    typeof given === 'number' && Number.isInteger(given) && given >= min && given <= max ? given : undefined

/**
 * The `validateSearch` of routes: what a page keeps in its address. A value that was tampered with is as good as none.
 * Not written with zod, which a start page would load for nothing else; whatever is sent somewhere, its contract checks.
 *
 *     validateSearch: address.of({ search: address.text(), status: address.oneOf(courseStatus), page: address.page })
 */
export const address = {
  of:
    <const Shape extends Record<string, Reads<unknown>>>(shape: Shape) =>
    (given: Record<string, unknown>): AddressOf<Shape> =>
      // A name that was given stays, with undefined: left out, the router would keep what was written.
      Object.fromEntries(
        Object.entries(shape)
          .filter(([name]) => name in given)
          .map(([name, reads]) => [name, reads(given[name])]),
      ) as AddressOf<Shape>,

  /** Up to `max` characters. The router reads `?search=7` as a number. */
  text:
    (max = 2000): Reads<string> =>
    (given) => {
      const text = typeof given === 'number' ? String(given) : given
      return typeof text === 'string' && text.length <= max ? text : undefined
    },

  /** The id of a row. */
  id: matchPattern(uuid),

  /** The id of a row, or a word for those that have none. */
  idOr:
    (word: string): Reads<string> =>
    (given) =>
      given === word ? word : matchPattern(uuid)(given),

  /** A day of the calendar, YYYY-MM-DD. */
  day: ((given) => {
    const day = matchPattern(calendarDay)(given)
    return day && new Date(day).toJSON()?.startsWith(day) ? day : undefined
  }) satisfies Reads<string>,

  /** A moment as ISO 8601 writes it in UTC. */
  instant: ((given) =>
    typeof given === 'string' && given.endsWith('Z') && !Number.isNaN(Date.parse(given))
      ? given
      : undefined) satisfies Reads<string>,

  whole,

  /** Page of a list, counted from 1. */
  page: whole(1, 1_000_000),

  /** Present or not. */
  yes: ((given) => (given === true ? true : undefined)) satisfies Reads<true>,

  /** One of these words, or of those that a contract's enum has. */
  oneOf: <const Word extends string>(words: readonly Word[] | { options: readonly Word[] }): Reads<Word> => {
    const options = 'options' in words ? words.options : words
    return (given) => options.find((word) => word === given)
  },
}
