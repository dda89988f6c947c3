import { parseSync } from 'vite'

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Attributes and properties whose words people read. */
const shown =
  /^(title|label|help|description|placeholder|caption|heading|subtitle|confirmLabel|empty|aria-label|alt|hint|summary)$/
const isWords = (text: string) => /^[“‘(]?[A-Z][a-z’]+|[a-z’,] [a-z]/.test(text.trim())

const literalOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
}

/** Lists words of a screen that are not given to `t` or `rich`: `12: Save changes`. */
export function leftTexts(file: string, code: string): string[] {
  const left: string[] = []
  const add = ({ start }: Node, text: string) => left.push(`${code.slice(0, start).split('\n').length}: ${text.trim()}`)
  const check = (node: unknown) => {
    const text = literalOf(node)
    if (text !== undefined && isWords(text)) add(node as Node, text)
    if (isNode(node) && node.type === 'ConditionalExpression') [node['consequent'], node['alternate']].forEach(check)
    if (isNode(node) && node.type === 'LogicalExpression') check(node['right'])
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node) || node.type.startsWith('TS')) return
    if (node.type === 'JSXText' && /[A-Za-z]{2}/.test(String(node['value']))) add(node, String(node['value']))
    if (node.type === 'JSXExpressionContainer') check(node['expression'])
    if (node.type === 'JSXAttribute') {
      const { name } = node['name'] as { name: string }
      const value = node['value'] as Node | null
      if (!shown.test(name)) return value?.type === 'JSXExpressionContainer' ? visitInside(value) : undefined
      check(value)
    }
    if (node.type === 'Property' && shown.test(String((node['key'] as Node)['name']))) check(node['value'])
    for (const [key, value] of Object.entries(node)) if (key !== 'type' && typeof value === 'object') visit(value)
  }
  const visitInside = (container: Node) => {
    for (const value of Object.values(container)) if (isNode(value) && !literalOf(value)) visit(value)
  }
  visit(parseSync(file, code).program.body)
  return left
}
