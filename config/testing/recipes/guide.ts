import { readFile } from 'node:fs/promises'

/** A block of the operators' guide that a recipe runs, with addresses of this machine in place of the examples in it. */
export interface GuideBlock<Example extends string = string> {
  /** Path from the root of the repository. */
  file: string
  /** Heading of the section. */
  section: string
  language: 'sh' | 'sql' | 'nginx'
  examples: readonly Example[]
}

/** The guide of the recipes. */
export const GUIDE = 'core/operations/README.md'

export const readRepositoryFile = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** Puts values in place of all examples. @throws Error where the text lacks one */
export function fill<Example extends string>(text: string, values: Record<Example, string>): string {
  return Object.entries<string>(values).reduce((filled, [example, value]) => {
    if (!filled.includes(example)) throw new Error(`The guide lacks ${example}`)
    return filled.replaceAll(example, () => value)
  }, text)
}

/** Reads a block and fills it. @throws Error where the guide lacks the block or one of its examples */
export async function fillBlock<Example extends string>(
  { file, section, language }: GuideBlock<Example>,
  values: Record<Example, string>,
): Promise<string> {
  const text = await readRepositoryFile(file)
  const [, rest] = text.split(`### ${section}\n`)
  const [own = ''] = (rest ?? '').split(/^##+ /m)
  const [, block] = own.split(`\`\`\`${language}\n`)
  if (block === undefined) throw new Error(`${file} lacks a block of ${language} under ${section}`)
  return fill(block.split('```')[0] ?? '', values)
}

/** Reads the variables that a block sets. @throws Error where the guide lacks the block or one of its examples */
export async function fillVariables<Example extends string>(
  block: GuideBlock<Example>,
  values: Record<Example, string>,
): Promise<Record<string, string>> {
  const text = await fillBlock(block, values)
  return Object.fromEntries([...text.matchAll(/\b([A-Z][A-Z\d_]+)=(\S+)/g)].map(([, name, value]) => [name, value]))
}
