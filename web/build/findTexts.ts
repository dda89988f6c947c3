import { parseSync } from 'vite'

export interface FoundText {
  /** The English text, by which catalogs have it. */
  text: string
  start: number
  end: number
  /** True for a text with several forms, by number. */
  isMany: boolean
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Methods of a contract whose words are shown to users. */
const checks =
  /^(string|number|enum|min|max|int|gte|lte|gt|lt|positive|nonnegative|refine|superRefine|date|datetime|email|url|uuid|regex|nonempty|startsWith|length|requiredText|publicName|oneOf|refuse|addIssue|array|dateTime)$/
const isWords = (text: string) => /^[A-Z]/.test(text) && /[a-z]{2}/.test(text)
const isContract = (file: string) => /contract/.test(file)
const isServer = (file: string) => /\/server\//.test(file)

/** Functions of the server whose words are translated where the answer is written. */
const refusals = /^(conflict|forbidden|invalidField|AppError)$/

/** Lists every text of a file, in order: of `t`, `t.count`, `rich` and `translated`, and of the checks of a contract. */
export function textsOf(file: string, code: string): FoundText[] {
  const found: FoundText[] = []
  const add = (node: unknown, isMany = false) => {
    if (isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string')
      found.push({ text: node['value'], start: node.start, end: node.end, isMany })
  }
  const addWords = (node: unknown) => {
    if (isNode(node) && typeof node['value'] === 'string' && isWords(node['value'])) add(node)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const callee = node['callee'] as Node
      const name = code.slice(callee.start, callee.end)
      const last = name.slice(name.lastIndexOf('.') + 1)
      const given = node['arguments'] as Node[]
      if (name === 't' || name === 'rich' || name === 'translated') add(given[0])
      else if (name === 't.count') {
        add(given[1])
        add(given[2], true)
      } else if (name === 'notFound') {
        const [thing] = given
        if (isNode(thing) && typeof thing['value'] === 'string')
          found.push({ text: `${thing['value']} not found`, start: thing.start, end: thing.end, isMany: false })
      } else if ((isContract(file) && checks.test(last)) || (isServer(file) && refusals.test(last)))
        given.forEach(addWords)
    } else if (node.type === 'Property' && isContract(file)) {
      const name = (node['key'] as Node)['name']
      if (name === 'error' || name === 'message') addWords(node['value'])
    }
    if (node.type === 'TaggedTemplateExpression' && isServer(file)) {
      const tag = node['tag'] as Node
      const { quasis } = node['quasi'] as { quasis: { value: { raw: string } }[] }
      const text = quasis.map(({ value }) => value.raw).reduce((before, part, index) => `${before}{${index}}${part}`)
      if (code.slice(tag.start, tag.end) === 'line' && /[a-z]{2}/i.test(text.replaceAll(/\{\d+\}/g, '')))
        found.push({ text, start: node.start, end: node.end, isMany: false })
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'type' && typeof value === 'object') visit(value)
  }
  visit(parseSync(file, code).program.body)
  return found.toSorted((first, second) => first.start - second.start)
}
