import { Visitor, type Node, type Program } from 'oxc-parser'
import type { Edit } from './mutant.ts'

const operators = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['&&', '||'],
  ['||', '&&'],
])

const methods = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
])

/** Sizes, lengths of time and pauses begin here, of which one more or less is nothing. */
const LARGE_NUMBER = 1000

/** Spares the work of a list that is empty, which would come to the same. */
const SPARED_WORK = /^[\w.]+[.](?:length|size) === 0$/

/** Matches log calls, whose removal breaks no promise. */
const LOG_CALL = /\blog(?:ger)?\b|\bconsole\b/

/** The careless changes of a program: of operators, numbers and flags, and statements that are forgotten. */
export function codeEdits(program: Program, source: string): Edit[] {
  const edits: Edit[] = []
  // Where a number or flag is none that is changed: in types, beside operators, which are changed themselves, and
  // where it only stands in for what the types do not know to be there.
  const skipped = new Set<number>()
  const add = (what: string, around: Span, { start, end }: Span, replacement: string) =>
    edits.push({ start, end, replacement, what, from: around.start, to: around.end })
  const drop = (what: string, node: Span) => add(what, node, node, ';')

  const operator = (node: Span & { left: Span; right: Span; operator: string }) => {
    const swapped = operators.get(node.operator)
    if (swapped === undefined) return
    const between = source.slice(node.left.end, node.right.start)
    const start = node.left.end + between.indexOf(node.operator)
    add('operator', node, { start, end: start + node.operator.length }, swapped)
  }

  new Visitor({
    TSLiteralType: ({ literal }) => void skipped.add(literal.start),
    BinaryExpression: (node) => {
      skipped.add(node.left.start).add(node.right.start)
      if (node.operator !== '+' || !(isText(node.left) || isText(node.right))) operator(node)
    },
    LogicalExpression: (node) => {
      if (node.operator === '??') skipped.add(node.right.start)
      operator(node)
    },
    UnaryExpression: (node) => {
      if (node.operator === '!') add('not dropped', node, { start: node.start, end: node.start + 1 }, '')
    },
    Literal: (node) => {
      if (skipped.has(node.start)) return
      if (typeof node.value === 'boolean') add('flag', node, node, String(!node.value))
      else if (typeof node.value === 'number' && node.value < LARGE_NUMBER)
        add('number', node, node, String(node.value + 1))
    },
    ConditionalExpression: ({ test }) => {
      if (isBare(test)) add('choice', test, test, `!(${source.slice(test.start, test.end)})`)
    },
    IfStatement: (node) => {
      const condition = source.slice(node.test.start, node.test.end)
      if (node.alternate === null && !SPARED_WORK.test(condition))
        drop(leaves(node.consequent) ? 'guard dropped' : 'branch dropped', node)
    },
    ExpressionStatement: (node) => {
      const { expression } = node
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (call.type === 'CallExpression' && !LOG_CALL.test(source.slice(call.callee.start, call.callee.end)))
        drop('call dropped', node)
    },
    CallExpression: (node) => {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      const swapped = methods.get(name)
      const isOfMath = source.slice(callee.object.start, callee.object.end) === 'Math'
      if (swapped !== undefined && (isOfMath || name === 'some' || name === 'every'))
        add('method', node, callee.property, swapped)
      // A list that is not filtered.
      if (name === 'filter' && node.arguments.length === 1)
        add(
          'filter dropped',
          { start: callee.object.end, end: node.end },
          { start: callee.object.end, end: node.end },
          '',
        )
    },
  }).visit(program)
  return edits
}

interface Span {
  start: number
  end: number
}

const isText = ({ type, ...node }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && 'value' in node && typeof node.value === 'string')

/** Has no operator that is changed by itself. */
const isBare = (test: Node) =>
  test.type === 'Identifier' || test.type === 'MemberExpression' || test.type === 'CallExpression'

/** True if a statement, or the only one of a block, jumps elsewhere. */
function leaves(statement: Node): boolean {
  if (statement.type === 'BlockStatement') return statement.body.length === 1 && leaves(statement.body[0] as Node)
  return /^(?:Throw|Return|Continue|Break)Statement$/.test(statement.type)
}
