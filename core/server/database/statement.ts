import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A prepared statement and the shape of its rows; `scope.rows` runs it. */
export interface Statement<Row extends object> {
  /** Derived from the text: a different text is another statement to PostgreSQL. */
  name: string
  text: string
  /** Names of the parameters `$1`, `$2`, ... */
  parameters: readonly string[]
  /** The columns, which a test compares with those that PostgreSQL returns. */
  row: z.ZodType<Row>
  /** True if PostgreSQL should keep a generic plan. */
  keepsPlan: boolean
  /** True if the statement should be planned for the values of each call. */
  plansAnew: boolean
}

interface Planned {
  /**
   * For a statement run with `lastRows` whose best plan is the same for all values: PostgreSQL keeps one instead of
   * planning for the values of each call. By default it replans every `limit $limit`, since a generic plan seems expensive
   * to it, and planning takes longer than the statement: 0.7 ms instead of 0.2 for a page of users.
   */
  keepsPlan?: boolean
  /**
   * For a statement over many rows whose optional filters are mostly off: planned for its values, it drops those filters,
   * while the generic plan, which PostgreSQL uses after five calls, evaluates each of them for every row. It halves
   * a report of 700,000 rows. Such a statement is not prepared.
   */
  plansAnew?: boolean
}

/** Values of a statement: a list for `$1`, `$2`, or an object for `$search`, `$limit`. */
export type Values = readonly unknown[] | Readonly<Record<string, unknown>>

const registered = new Map<string, Statement<object>>()

const nothing = z.object({})

/**
 * Declares a statement, prepared by each connection that runs it. Declare it once, when its module is loaded, so that a
 * test finds it: `column as "camelCase"` for each key of the row, in any order, and values by name or number.
 *
 *     const named = statement(z.object({ id: z.uuid() }), 'select id from students where last_name = $name')
 *     const found = await scope.rows(named, { name })
 *
 * Omit the row shape for a statement whose result is not read.
 */
export function statement(text: string): Statement<object>
export function statement<Row extends z.ZodObject>(row: Row, text: string, planned?: Planned): Statement<z.output<Row>>
export function statement(
  rowOrText: z.ZodObject | string,
  textOfRow = '',
  { keepsPlan = false, plansAnew = false }: Planned = {},
): Statement<object> {
  const [row, written] = typeof rowOrText === 'string' ? [nothing, rowOrText] : [rowOrText, textOfRow]
  const parameters: string[] = []
  const text = written.replace(/\$([a-z]\w*)/gi, (_, name: string) => {
    const place = parameters.indexOf(name) + 1
    return `$${place > 0 ? place : parameters.push(name)}`
  })
  // PostgreSQL cuts names off after 63 bytes; the role is prefixed to this one.
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  const made = { name, text, parameters, row, keepsPlan, plansAnew }
  registered.set(text, made)
  return made
}

type Choices = Readonly<Record<string, readonly unknown[]>>
type Chosen<C extends Choices> = { [K in keyof C]: C[K][number] }

/**
 * Declares one statement for each combination of choices, so that each has its own plan: one statement for all filters
 * would use no index.
 *
 *     const listed = variants({ isFiltered: [true, false] }, ({ isFiltered }) =>
 *       statement(student, `select id from students ${isFiltered ? 'where grade = $grade' : ''}`))
 *     await scope.rows(listed({ isFiltered: grade !== undefined }), { grade })
 */
export function variants<const C extends Choices, Row extends object>(
  choices: C,
  make: (chosen: Chosen<C>) => Statement<Row>,
): (chosen: Chosen<C>) => Statement<Row> {
  const names = Object.keys(choices)
  const keyOf = (chosen: Readonly<Record<string, unknown>>) => names.map((name) => String(chosen[name])).join()
  const made = new Map(combinations(choices, names).map((chosen) => [keyOf(chosen), make(chosen as Chosen<C>)]))
  return (chosen) => {
    const found = made.get(keyOf(chosen))
    if (!found) throw new Error(`There is no statement for ${JSON.stringify(chosen)}`)
    return found
  }
}

function combinations(choices: Choices, names: readonly string[]): Record<string, unknown>[] {
  return names.reduce<Record<string, unknown>[]>(
    (made, name) => made.flatMap((one) => (choices[name] ?? []).map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}

/** Returns the values in the order of the parameters. @throws Error when one is missing, instead of sending null */
export function valuesOf({ text, parameters }: Statement<object>, values: Values): unknown[] {
  if (isList(values)) return [...values]
  return parameters.map((name) => {
    if (values[name] === undefined) throw new Error(`Nothing is given for $${name} of: ${text}`)
    return values[name]
  })
}

const isList = (values: Values): values is readonly unknown[] => Array.isArray(values)

/** All statements of loaded modules. */
export function registeredStatements(): readonly Statement<object>[] {
  return [...registered.values()]
}
