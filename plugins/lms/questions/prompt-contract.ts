const PLACE = /\{(\d{1,3})\}/g

/** The text of a question in parts: what stands between its blanks, and their numbers from 1. */
export function partsOf(prompt: string): (string | number)[] {
  return prompt
    .split(PLACE)
    .map((part, index) => (index % 2 === 1 ? Number(part) : part))
    .filter((part) => part !== '')
}
