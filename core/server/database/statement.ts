import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A prepared statement and the shape of its rows; `scope.rows` runs it. */
export interface Statement<Row extends object> {
  /** Follows from the text: a text that differs is another statement to PostgreSQL. */
  name: string
  text: string
  /** Names of what stands for `$1`, `$2`, ... */
  parameters: readonly string[]
  /** The columns, as a test compares them with what PostgreSQL answers. */
  row: z.ZodType<Row>
  /** True if PostgreSQL is to keep the plan that fits all values. */
  keepsPlan: boolean
  /** True if the statement is to be planned for the values of each call. */
  plansAnew: boolean
}

interface Planned {
  /**
   * For a statement asked with `lastRows` whose best plan is the same for all values: PostgreSQL keeps one instead of
   * planning for the values of each call. Left to itself it does so for every `limit $limit`, since a plan for any
   * limit seems dear to it, and planning takes longer than the statement: 0.7 ms instead of 0.2 for a page of users.
   */
  keepsPlan?: boolean
  /**
   * For a statement over many rows with filters that mostly choose nothing: planned for its values, it is rid of those,
   * while the plan for all values, which PostgreSQL takes after five calls, asks each of them of every row. It halves
   * a report of 700,000 rows. Such a statement is not prepared.
   */
  plansAnew?: boolean
}

/** Values of a statement: a list for `$1`, `$2`, or an object for `$search`, `$limit`. */
export type Values = readonly unknown[] | Readonly<Record<string, unknown>>

const registered = new Map<string, Statement<object>>()

const nothing = z.object({})

/**
 * Declares a statement, prepared by each connection that runs it. It is made once, when its module is loaded, so that a
 * test finds it: `column as "camelCase"` for each key of the row, in any order, and values by name or number.
 *
 *     const named = statement(z.object({ id: z.uuid() }), 'select id from students where last_name = $name')
 *     const found = await scope.rows(named, { name })
 *
 * Without a row it is one whose answer nobody reads.
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
  // PostgreSQL cuts names off after 63 bytes; the role comes before this one.
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  const made = { name, text, parameters, row, keepsPlan, plansAnew }
  registered.set(text, made)
  return made
}

type Choices = Readonly<Record<string, readonly unknown[]>>
type Chosen<C extends Choices> = { [K in keyof C]: C[K][number] }

/**
 * One statement for each combination of choices, so that each has a plan of its own: one for every filter at once would
 * use no index.
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

/** In the order of the statement's parameters. @throws Error when one is missing, which would otherwise become null */
export function valuesOf({ text, parameters }: Statement<object>, values: Values): unknown[] {
  if (isList(values)) return [...values]
  return parameters.map((name) => {
    if (values[name] === undefined) throw new Error(`Nothing is given for $${name} of: ${text}`)
    return values[name]
  })
}

const isList = (values: Values): values is readonly unknown[] => Array.isArray(values)

/** Every statement of the modules that are loaded. */
export function registeredStatements(): readonly Statement<object>[] {
  return [...registered.values()]
}
