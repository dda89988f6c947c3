import { parseSync, Visitor } from 'oxc-parser'
import { codeEdits } from './code-edits.ts'
import { nameOf, REPORT_FUNCTION, type Edit, type Mutant } from './mutant.ts'
import { hideInterpolations, isSql, sqlEdits } from './sql-edits.ts'

interface Span {
  start: number
  end: number
}

/** A function's body: a block, or an expression. */
interface Body extends Span {
  isBlock: boolean
}

/** A text of SQL, between its quotes. */
interface Text extends Span {
  interpolations: Span[]
}

export interface Careless {
  mutants: Mutant[]
  /** Instruments the program: it reports entered functions, and marks statements with comments. */
  telling: string
}

/** The careless changes of a source file. */
export function mutantsOf(file: string, source: string): Careless {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const bodies: Body[] = []
  const texts: Text[] = []
  const body = ({ body: found }: { body: (Span & { type: string }) | null }) => {
    if (found) bodies.push({ start: found.start, end: found.end, isBlock: found.type === 'BlockStatement' })
  }
  new Visitor({
    FunctionDeclaration: body,
    FunctionExpression: body,
    ArrowFunctionExpression: body,
    TemplateLiteral: ({ start, end, expressions }) => {
      texts.push({
        start: start + 1,
        end: end - 1,
        interpolations: expressions.map((one) => interpolation(source, one)),
      })
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === 'string' && value.length > 0)
        texts.push({ start: start + 1, end: end - 1, interpolations: [] })
    },
  }).visit(program)
  // Queries of jobs and of the platform's acts see every organization.
  const isWithinOrganization = !/\bPlatformScope\b|scope: 'platform'/.test(source)
  const statements = texts.flatMap((text) => {
    const edits = editsOfText(source, text, isWithinOrganization)
    return edits.length > 0 ? [{ start: text.start, edits }] : []
  })
  const lines = lineOf(source)
  const placed = (edit: Edit): Mutant => {
    const [space = ''] = /^\s*/.exec(source.slice(edit.start, edit.end)) ?? []
    return { ...edit, file, line: lines(edit.start + space.length), within: innermost(bodies, edit) }
  }
  const mutants = [
    ...codeEdits(program, source).map(placed),
    ...statements.flatMap(({ start, edits }) => edits.map((edit) => ({ ...placed(edit), sql: start }))),
  ].toSorted((one, two) => one.start - two.start || one.end - two.end)
  return { mutants, telling: reportMutant(file, source, bodies, statements) }
}

/** With its `${` and `}`. */
function interpolation(source: string, { start, end }: Span): Span {
  return { start: source.lastIndexOf('${', start), end: source.indexOf('}', end) + 1 }
}

function editsOfText(source: string, { start, end, interpolations }: Text, isWithinOrganization: boolean): Edit[] {
  const text = source.slice(start, end)
  const hidden = hideInterpolations(
    text,
    interpolations.map((one) => ({ start: one.start - start, end: one.end - start })),
  )
  if (!isSql(hidden)) return []
  return sqlEdits({ text, hidden, isWithinOrganization }).map((edit) => ({
    ...edit,
    start: edit.start + start,
    end: edit.end + start,
    from: edit.from + start,
    to: edit.to + start,
  }))
}

function innermost(bodies: readonly Body[], { start, end }: Span): number {
  const around = bodies.filter((one) => one.start <= start && end <= one.end)
  const found = around.toSorted((one, two) => one.end - one.start - (two.end - two.start))[0]
  return found ? bodies.indexOf(found) : -1
}

function lineOf(source: string): (offset: number) => number {
  return (offset) => source.slice(0, offset).split('\n').length
}

function reportMutant(
  file: string,
  source: string,
  bodies: readonly Body[],
  statements: readonly { start: number }[],
): string {
  const insertions = bodies.flatMap(({ start, end, isBlock }, within): [number, string][] => {
    const tell = `globalThis.${REPORT_FUNCTION}?.(${JSON.stringify(nameOf({ file, within }))})`
    return isBlock
      ? [[start + 1, `${tell};`]]
      : [
          [start, `(${tell},`],
          [end, ')'],
        ]
  })
  for (const { start } of statements) insertions.push([start, `/*${nameOf({ file, within: -1, sql: start })}*/ `])
  let told = source
  // From the end, so that offsets stay; of several at one place those of inner bodies are put first.
  for (const [at, text] of insertions.toSorted(([one], [two]) => two - one))
    told = told.slice(0, at) + text + told.slice(at)
  return told
}
