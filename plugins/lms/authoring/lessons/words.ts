import type { RichText } from '#core/contract/rich-text.ts'

/** Counts the words of a text, separated by spaces; a formula is one. */
export function countWords({ content }: RichText): number {
  const open: object[] = [...content]
  let words = 0
  for (let node = open.pop(); node; node = open.pop()) {
    if ('text' in node) words += String(node.text).split(/\s+/).filter(Boolean).length
    else if ('type' in node && node.type === 'formula') words += 1
    if ('content' in node) open.push(...(node.content as object[]))
  }
  return words
}
