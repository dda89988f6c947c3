import { fold } from '#core/contract/fold.ts'
import { roles, type Role } from '#core/contract/roles.ts'

/** Article of the guide: short, for some roles, about some screens. */
export interface Article {
  /** `<plugin>-<name of the file>`. */
  id: string
  title: string
  roles: readonly Role[]
  /** Paths of routes, such as `/sessions/$id`. */
  screens: readonly string[]
  /** Markdown: paragraphs, lists, bold words and links. */
  body: string
}

const HEAD = /^---\n([\s\S]*?)\n---\n/

/** @throws Error for an article without a head, or with a role that there is not */
export function parseArticle(id: string, text: string): Article {
  const head = HEAD.exec(text)
  if (!head) throw new Error(`The article ${id} has no head`)
  const fields = new Map(
    (head[1] ?? '').split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
    }),
  )
  const listOf = (name: string) => (fields.get(name) ?? '').split(',').flatMap((one) => one.trim() || [])
  return {
    id,
    title: fields.get('title') ?? id,
    roles: listOf('roles').flatMap((role) => (role === 'everyone' ? roles : requireRole(id, role))),
    screens: listOf('screens'),
    body: text.slice(head[0].length).trim(),
  }
}

function requireRole(id: string, name: string): Role {
  const role = roles.find((one) => one === name)
  if (!role) throw new Error(`The article ${id} is for ${name}, which is no role`)
  return role
}

/** Parses the articles of one plugin, by the paths of their files. */
export const parseArticles = (plugin: string, files: Readonly<Record<string, string>>): Article[] =>
  Object.entries(files).map(([path, text]) => parseArticle(`${plugin}-${nameOf(path)}`, text))

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace('.md', '')

/** Block of an article: a paragraph, or a list. */
export interface Block {
  kind: 'paragraph' | 'bullets' | 'steps'
  lines: string[]
}

/** Splits a body into blocks, which an empty line or another kind of line ends. */
export function parseBlocks(body: string): Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of body.split('\n')) {
    if (line.trim() === '') {
      isNew = true
      continue
    }
    const [kind, text] = parseLine(line)
    const last = blocks.at(-1)
    if (!isNew && last?.kind === kind) last.lines.push(text)
    else blocks.push({ kind, lines: [text] })
    isNew = false
  }
  return blocks
}

function parseLine(line: string): [Block['kind'], string] {
  if (line.startsWith('- ')) return ['bullets', line.slice(2)]
  const step = /^\d+\. /.exec(line)
  return step ? ['steps', line.slice(step[0].length)] : ['paragraph', line]
}

export type Inline = { text: string; isBold?: true; href?: string }

const INLINE = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^()]+)\)/g

/** Splits a line into plain words, bold ones and links. */
export function parseInline(line: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const found of line.matchAll(INLINE)) {
    if (found.index > end) parts.push({ text: line.slice(end, found.index) })
    const [whole, bold, label, href] = found
    parts.push(href === undefined ? { text: bold ?? '', isBold: true } : { text: label ?? '', href })
    end = found.index + whole.length
  }
  if (end < line.length) parts.push({ text: line.slice(end) })
  return parts
}

/** Addresses of the links of an article. */
export const linksOf = ({ body }: Pick<Article, 'body'>): string[] =>
  body.split('\n').flatMap((line) => parseInline(line).flatMap(({ href }) => href ?? []))

/** True where an article is about the screen, by the path of its route. */
export const isAbout = ({ screens }: Article, path: string): boolean => screens.includes(path)

/** True where all words that were typed are in the article. @param typed as it was typed */
export function matches({ title, body }: Article, typed: string): boolean {
  const text = fold(`${title}\n${body}`)
  return fold(typed)
    .split(' ')
    .every((word) => text.includes(word))
}
