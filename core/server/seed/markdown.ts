import { readFileSync } from 'node:fs'
import { lexer, type Token } from 'marked'
import { parse } from 'yaml'

/** A text of the demo: Markdown whose headings of the first two levels divide it. */
export interface Section {
  /** Id of its heading; empty for a whole file. */
  title: string
  /** Values of the front matter of a file, or of the blocks of YAML in a section. */
  fields: Record<string, unknown>
  /** Blocks before the first section within it. */
  body: Token[]
  sections: Section[]
}

const DIVIDING_LEVELS = 2

/** Reads a file with front matter. */
export function readMarkdown(file: URL): Section {
  const [, fields = '', text = ''] = /^---\n(.*?)^---\n(.*)$/ms.exec(readFileSync(file, 'utf8')) ?? []
  const whole: Section = { title: '', fields: parse(fields), body: [], sections: [] }
  const open = [whole]
  for (const token of lexer(text)) {
    if (token.type === 'heading' && token.depth <= DIVIDING_LEVELS) {
      const section: Section = { title: token.text, fields: {}, body: [], sections: [] }
      open.length = token.depth
      open.at(-1)?.sections.push(section)
      open.push(section)
    } else if (token.type === 'code' && token.lang === 'yaml')
      Object.assign(open.at(-1)?.fields ?? {}, parse(token.text))
    else if (token.type !== 'space') open.at(-1)?.body.push(token)
  }
  return whole
}

/** Paragraphs of a body as plain text. */
export const toPlainText = (body: readonly Token[]): string => body.map(({ raw }) => raw.trim()).join('\n\n')
