/** A formula, whose braces are its own, or the place of a blank. */
const PLACEHOLDER = /\\\([^]{1,1000}?\\\)|\\\[[^]{1,1000}?\\\]|\{(\d{1,3})\}/g

/** The text of a question in parts: what stands between its blanks, and their numbers from 1. */
export function splitPrompt(prompt: string): (string | number)[] {
  const parts: (string | number)[] = []
  let end = 0
  for (const { index, 0: found, 1: number } of prompt.matchAll(PLACEHOLDER)) {
    if (number === undefined) continue
    parts.push(prompt.slice(end, index), Number(number))
    end = index + found.length
  }
  return [...parts, prompt.slice(end)].filter((part) => part !== '')
}

/** Writes something in the place of each blank. */
export const fillPrompt = (prompt: string, write: (number: number) => string): string =>
  splitPrompt(prompt)
    .map((part) => (typeof part === 'number' ? write(part) : part))
    .join('')
